const pending: (() => Promise<void>)[] = [];

/** Registers what the global setup has started. Both run in the same process. */
export function stopLater(stop: () => Promise<void>): void {
	pending.unshift(stop);
}

/** Stops everything the global setup has started, the last one first. */
export default async function globalTeardown(): Promise<void> {
	for (const stop of pending) await stop();
}
