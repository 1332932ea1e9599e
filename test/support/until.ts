/** Waits for a condition; throws after five seconds. */
export async function until(isSo: () => boolean): Promise<void> {
	const deadline = Date.now() + 5000;
	while (!isSo()) {
		if (Date.now() > deadline) throw new Error('Waited in vain');
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}
