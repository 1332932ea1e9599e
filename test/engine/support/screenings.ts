import { type NodeRun, outputs, startNode } from './run-node';
import { type Sandbox, startSandbox } from '../../../sandbox';
import { addressFromLabel } from '../../../sandbox/addresses';
import { Contract } from '../../contract/support/partner';

export interface ScreenedItem {
	address: string;
	network?: string;
	id?: string;
}

type Change = Partial<Pick<NodeRun, 'onError' | 'resumeSignature'>> & {
	parameters?: NodeRun['parameters'];
};

/** Screenings of one test after another on one sandbox, each in the name of a partner of its own. */
export class Screenings {
	private tests = 0;
	private current?: Contract;

	private constructor(readonly sandbox: Sandbox) {}

	static async start(): Promise<Screenings> {
		return new Screenings(await startSandbox());
	}

	/** Call it before each test. */
	async begin(): Promise<void> {
		this.sandbox.configure({ latencyMs: 0, kytDelayMs: 5 });
		this.current = await Contract.of(this.sandbox);
		this.tests += 1;
	}

	get contract(): Contract {
		if (!this.current) throw new Error('No test has begun');
		return this.current;
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
			credential: { ...this.contract.settings() },
			...run,
		});
	}

	/** What the present partner ordered. */
	checks() {
		const id = Number(this.contract.partner.partnerId);
		return this.sandbox.state.kytChecks.filter(({ partnerId }) => partnerId === id);
	}
}

export async function shown(run: ReturnType<typeof startNode>): Promise<Record<string, unknown>[]> {
	return (outputs(await run)[0] ?? []).map(({ json }) => json);
}

export function hintsOf(run: Awaited<ReturnType<typeof startNode>>): string[] {
	const [task] = run.data.resultData.runData['Partner Settlement'] ?? [];
	return (task?.hints ?? []).map(({ message }) => message);
}
