import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../../support/addresses';
import type { OwnApis } from './answers';
import { type NodeRun, outputs, startNode } from './run-node';
import { addressFromLabel } from '../../../dev/sandbox/addresses';
import { type UsedSandbox, useSandbox } from '../../support/use-sandbox';
import { PartnerSettlementScreening } from '../../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { type KytOutcome, outcomeAddress } from '../../../dev/sandbox/magic';

const GATE_NODE = new PartnerSettlementScreening();

export interface ScreenedItem {
	address: string;
	network?: string;
	id?: string;
}

type Change = Partial<Pick<NodeRun, 'onError' | 'resumeSignature'>> & {
	parameters?: NodeRun['parameters'];
};

/** Screenings for the tests of one file. Each test has its own partner. */
export function useScreenings() {
	const api = useSandbox();
	let tests = 0;
	beforeEach(() => {
		api.sandbox.configure({ latencyMs: 0, kytDelayMs: 5 });
		tests += 1;
	});

	const run = (items: ScreenedItem[], { parameters, ...more }: Change = {}) =>
		startNode({
			parameters: {
				...{ resource: 'kyt', operation: 'screen', extIdMode: 'auto', additionalFields: {} },
				...{ network: '={{ $json.network }}', address: '={{ $json.address }}' },
				options: { pollInterval: 0.1 },
				...parameters,
			},
			items: items.map((item) => ({ network: 'tron_usdt', ...item })),
			credential: api.contract.credential(),
			...more,
		});
	return {
		api,
		run,
		/** A TRON address that no earlier test has screened, because results are cached for all partners. */
		fresh: () => addressFromLabel('tron_usdt', `test ${String(tests)}`),
		checks: () => checksOf(api),
	};
}

/** The screenings that the current partner ordered. */
function checksOf({ sandbox, contract }: UsedSandbox) {
	const { partnerId: own } = contract.partner;
	return sandbox.state.kytChecks.filter(({ partnerId }) => String(partnerId) === own);
}

export async function shown(run: ReturnType<typeof startNode>): Promise<Record<string, unknown>[]> {
	return (outputs(await run)[0] ?? []).map(({ json }) => json);
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

/** Runs the gate, set up as above. */
export const startGate = (run: GateRun & { credential: NodeRun['credential'] }) =>
	startNode({ type: GATE_NODE, parameters: GATE, ...run });

export type Screening = IDataObject & {
	verdict: string;
	reasons: string[];
	record: IDataObject | null;
	certificate: string;
};

/**
 * Where the items leave a gate at an API of its own, and with which screening.
 *
 * @param say the body of each response, by its request and how many came before
 */
export async function gateAt(
	apis: OwnApis,
	say: (body: IDataObject, before: number) => unknown,
	items: IDataObject[] = [{ to: TRON }],
	more: INodeParameters = {},
) {
	let calls = 0;
	const credential = await apis.start((_, __, body) => {
		calls += 1;
		return { status: 200, body: say(body, calls - 1) };
	});
	const options = { retries: 0, pollInterval: 0.1, maxWait: 0.3 };
	const run = await startGate({ credential, items, parameters: { ...GATE, options, ...more } });
	return outputs(run).map((output) => output.map(({ json }) => json.screening as Screening));
}

/** The gate in n8n's own engine for the tests of one file, with a sandbox in which every test has its own partner. */
export function useGate(options: Parameters<typeof useSandbox>[0] = { kytDelayMs: 5 }) {
	const api = useSandbox(options);
	const start = (run: GateRun) => startGate({ credential: api.contract.credential(), ...run });
	return {
		api,
		start,
		checks: () => checksOf(api),
		/** The ids of the items, by output. */
		routes: async (run: GateRun): Promise<unknown[][]> =>
			outputs(await start(run)).map((items) => items.map(({ json }) => json.id)),
	};
}
