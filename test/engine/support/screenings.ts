import { type NodeRun, outputs, startNode } from './run-node';
import type { Sandbox } from '../../../dev/sandbox';
import { addressFromLabel } from '../../../dev/sandbox/addresses';
import type { Contract } from '../../support/partner';
import { type UsedSandbox, useSandbox } from '../../support/use-sandbox';
import { PartnerSettlementScreening } from '../../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { type KytOutcome, outcomeAddress } from '../../../dev/sandbox/magic';

export interface ScreenedItem {
	address: string;
	network?: string;
	id?: string;
}

type Change = Partial<Pick<NodeRun, 'onError' | 'resumeSignature'>> & {
	parameters?: NodeRun['parameters'];
};

/** Screenings of several tests on one sandbox. Each test has its own partner. */
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

	/** A TRON address that no earlier test has screened, because results are cached for all partners. */
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
			credential: this.contract.credential(),
			...run,
		});
	}

	/** The screenings that the current partner ordered. */
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

export const CHECK_REQUEST = 'POST /core/api/partner/kyt_check';

/** A gate as an operator sets it up for the sandbox, before a payout whose items have the address. */
export const GATE = {
	network: 'tron_usdt',
	address: '={{ $json.to }}',
	reviewFromScore: '25',
	blockFromScore: '75',
	clearSeverities: 'low',
	rules: { reviewSeverities: 'medium', blockSeverities: 'high, critical' },
	options: { pollInterval: 0.1 },
};

/** One item for each output, in the order of the outputs. */
export const ALL = ['clear', 'medium', 'sanctions', 'failed'] as const;

export const payout = (outcome: KytOutcome) => ({
	to: outcomeAddress('tron_usdt', outcome),
	id: outcome,
});

/** The ways in which n8n lets a workflow continue after an error. */
export const GOING_ON: [string, Partial<NodeRun>][] = [
	['Continue', { onError: 'continueRegularOutput' }],
	['Continue (using error output)', { onError: 'continueErrorOutput' }],
	['Continue On Fail of an old workflow', { settings: { continueOnFail: true } }],
	[
		'Continue On Fail of an old workflow beside Stop Workflow',
		{ settings: { continueOnFail: true, onError: 'stopWorkflow' } },
	],
];

export type GateRun = Partial<NodeRun> & { items: NodeRun['items'] };

/** The gate in n8n's own engine, with a sandbox in which every test has its own partner. */
class Gate {
	constructor(private readonly api: UsedSandbox) {}

	get sandbox(): Sandbox {
		return this.api.sandbox;
	}

	get contract(): Contract {
		return this.api.contract;
	}

	start(run: GateRun): ReturnType<typeof startNode> {
		const type = new PartnerSettlementScreening();
		const credential = this.contract.credential();
		return startNode({ type, parameters: GATE, credential, ...run });
	}

	/** The checks of the current partner. */
	checks(): unknown[] {
		const { partnerId: own } = this.contract.partner;
		return this.sandbox.state.kytChecks.filter(({ partnerId }) => String(partnerId) === own);
	}

	/** The ids of the items, by output. */
	async routes(run: GateRun): Promise<unknown[][]> {
		return outputs(await this.start(run)).map((items) => items.map(({ json }) => json.id));
	}
}

/** A gate for the tests of one file. */
export function useGate(): Gate {
	return new Gate(useSandbox({ kytDelayMs: 5 }));
}
