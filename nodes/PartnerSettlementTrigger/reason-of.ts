/** What a log may say of an error: its text alone, as a Redis client's error holds the command, and so maybe the password. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : 'unknown';
}
