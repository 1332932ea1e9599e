import { type Sandbox, type SandboxOptions, startSandbox } from '../../dev/sandbox';
import { Contract } from './partner';

/** A sandbox for the tests of one file. */
export interface UsedSandbox {
	readonly sandbox: Sandbox;
	/** Each test gets its own partner, and may replace it with another. */
	contract: Contract;
}

/** Starts a sandbox before the tests of a file and ends it after them. */
export function useSandbox(options?: SandboxOptions): UsedSandbox {
	let sandbox: Sandbox;
	let contract: Contract;

	beforeAll(async () => {
		sandbox = await startSandbox(options);
	});

	beforeEach(async () => {
		contract = await Contract.of(sandbox);
	});

	afterAll(async () => {
		await sandbox.close();
	});

	return {
		get sandbox() {
			return sandbox;
		},
		get contract() {
			return contract;
		},
		set contract(other) {
			contract = other;
		},
	};
}
