import type { Locator, Request } from 'playwright-core';

/** Far longer than n8n takes to send what a press leads to. */
const PRESS_AGAIN_MS = 8_000;
const MOST_PRESSES = 3;

/**
 * Presses a button that runs the workflow. Until n8n has taken in the run before, a press does nothing and says nothing: then
 * it is made again, as a person does. A press that is taken saves the workflow, or runs it.
 */
export async function pressUntilTaken(button: Locator): Promise<void> {
	const isTaken = (request: Request): boolean =>
		request.method() !== 'GET' && request.url().includes('/rest/workflows/');
	for (let press = 0; press < MOST_PRESSES; press += 1) {
		const taken = button.page().waitForRequest(isTaken, { timeout: PRESS_AGAIN_MS });
		await button.click();
		if (await taken.catch(() => undefined)) return;
	}
}
