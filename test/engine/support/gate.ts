import { type NodeRun, outputs, startNode } from './run-node';
import { PartnerSettlementScreening } from '../../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import type { Sandbox } from '../../../dev/sandbox';
import { type KytOutcome, outcomeAddress } from '../../../dev/sandbox/magic';
import type { Contract } from '../../support/partner';
import { type UsedSandbox, useSandbox } from '../../support/use-sandbox';

export const CHECK_REQUEST = 'POST /core/api/partner/kyt_check';

/** A gate as an operator sets it for the sandbox, in front of a payout whose items name the address. */
export const GATE = {
	network: 'tron_usdt',
	address: '={{ $json.to }}',
	reviewFromScore: '25',
	blockFromScore: '75',
	clearSeverities: 'low',
	rules: { reviewSeverities: 'medium', blockSeverities: 'high, critical' },
	options: { pollInterval: 0.1 },
};

/** One item for each output, in their order. */
export const ALL = ['clear', 'medium', 'sanctions', 'failed'] as const;

export const payout = (outcome: KytOutcome) => ({
	to: outcomeAddress('tron_usdt', outcome),
	id: outcome,
});

/** Each of these is a way in which n8n lets a workflow go on after an error. */
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

/** The gate in n8n's own engine, in front of a sandbox in which every test has a partner of its own. */
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
		const credential = { ...this.contract.credential() };
		return startNode({ type, parameters: GATE, credential, ...run });
	}

	/** The checks of the present partner. */
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
