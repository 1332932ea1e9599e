import type { Locator, Request } from 'playwright-core';

/** Far longer than n8n takes to send the requests of a press. */
const PRESS_AGAIN_MS = 8_000;
const MOST_PRESSES = 3;

/**
 * Presses a button that runs the workflow. Until n8n has taken in the previous run, a press silently does nothing. It
 * is then repeated, as a person would do. That n8n saves the workflow says nothing: it does so by itself.
 */
export async function pressUntilTaken(button: Locator): Promise<void> {
	const isTaken = (request: Request): boolean =>
		request.method() === 'POST' && /\/rest\/workflows\/[^/]+\/run/.test(request.url());
	for (let press = 0; press < MOST_PRESSES; press += 1) {
		const taken = button.page().waitForRequest(isTaken, { timeout: PRESS_AGAIN_MS });
		await button.click();
		if (await taken.catch(() => undefined)) return;
	}
}
