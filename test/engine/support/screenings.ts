import { type NodeRun, outputs, startNode } from './run-node';
import type { Sandbox } from '../../../dev/sandbox';
import { addressFromLabel } from '../../../dev/sandbox/addresses';
import type { Contract } from '../../support/partner';
import { type UsedSandbox, useSandbox } from '../../support/use-sandbox';

export interface ScreenedItem {
	address: string;
	network?: string;
	id?: string;
}

type Change = Partial<Pick<NodeRun, 'onError' | 'resumeSignature'>> & {
	parameters?: NodeRun['parameters'];
};

/** Screenings of one test after another on one sandbox, each in the name of a partner of its own. */
class Screenings {
	private tests = 0;

	constructor(private readonly api: UsedSandbox) {}

	/** Call it before each test. */
	begin(): void {
		this.sandbox.configure({ latencyMs: 0, kytDelayMs: 5 });
		this.tests += 1;
	}

	get sandbox(): Sandbox {
		return this.api.sandbox;
	}

	get contract(): Contract {
		return this.api.contract;
	}

	/** A TRON address that no test before has screened: results are cached for all partners. */
	get fresh(): string {
		return addressFromLabel('tron_usdt', `test ${String(this.tests)}`);
	}

	run(items: ScreenedItem[], { parameters, ...run }: Change = {}): ReturnType<typeof startNode> {
		return startNode({
			parameters: {
				resource: 'kyt',
				operation: 'screen',
				network: '={{ $json.network }}',
				address: '={{ $json.address }}',
				extIdMode: 'auto',
				additionalFields: {},
				options: { pollInterval: 0.1 },
				...parameters,
			},
			items: items.map((item) => ({ network: 'tron_usdt', ...item })),
			credential: { ...this.contract.credential() },
			...run,
		});
	}

	/** What the present partner ordered. */
	checks() {
		const id = Number(this.contract.partner.partnerId);
		return this.sandbox.state.kytChecks.filter(({ partnerId }) => partnerId === id);
	}
}

/** Screenings for the tests of one file. */
export function useScreenings(): Screenings {
	const screenings = new Screenings(useSandbox());
	beforeEach(() => {
		screenings.begin();
	});
	return screenings;
}

export async function shown(run: ReturnType<typeof startNode>): Promise<Record<string, unknown>[]> {
	return (outputs(await run)[0] ?? []).map(({ json }) => json);
}

export function hintsOf(run: Awaited<ReturnType<typeof startNode>>): string[] {
	const [task] = run.data.resultData.runData['Partner Settlement'] ?? [];
	return (task?.hints ?? []).map(({ message }) => message);
}
