import type { SandboxConfig } from '../options';

/** The sandbox's own time: it may run ahead of or behind this machine's. */
export class Clock {
	constructor(private readonly config: SandboxConfig) {}

	now(): Date {
		return new Date(Date.now() + this.config.clockOffsetSeconds * 1000);
	}

	unixSeconds(): number {
		return Math.floor(this.now().getTime() / 1000);
	}
}

/** UTC RFC 3339 with a trailing Z (section 1, rule 5). */
export function timestamp(date: Date): string {
	return date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
