import { type Sandbox, type SandboxOptions, startSandbox } from '../../dev/sandbox';
import { Contract } from './partner';
import { used } from './used';

/** A sandbox for the tests of one file. */
export interface UsedSandbox {
	readonly sandbox: Sandbox;
	/** Each test gets its own partner, and may replace it with another. */
	contract: Contract;
}

/** Starts a sandbox before the tests of a file and ends it after them. */
export function useSandbox(options?: SandboxOptions): UsedSandbox {
	const sandbox = used(
		async () => await startSandbox(options),
		async (one) => await one.close(),
	);
	const own = { sandbox } as UsedSandbox;
	beforeEach(async () => {
		own.contract = await Contract.of(sandbox);
	});
	return own;
}
