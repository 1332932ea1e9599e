/** Proves that every amount arrives at the API byte for byte as it was given. */
import fc from 'fast-check';
import { startNode } from './support/run-node';
import { type Sandbox, startSandbox } from '../../dev/sandbox';
import { Contract } from '../support/partner';
import { WITHDRAWAL } from './support/withdrawal';

let sandbox: Sandbox;
let contract: Contract;

beforeAll(async () => {
	sandbox = await startSandbox({ settleMs: 5 });
	contract = await Contract.of(sandbox);
});

afterAll(async () => {
	await sandbox.close();
});

const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${String(most)}}$`));
/** Every positive decimal string of section 1, rule 4. */
const amounts = fc
	.tuple(digits(40), fc.option(digits(40), { nil: undefined }))
	.map(([whole, part]) => (part === undefined ? whole : `${whole}.${part}`))
	.filter((amount) => /[1-9]/.test(amount));

/** Withdraws these amounts; which of them the balance covers does not matter here. */
async function withdraw(list: string[]): Promise<void> {
	await startNode({
		parameters: { ...WITHDRAWAL, options: { retries: 0 } },
		items: list.map((amount) => ({ amount })),
		onError: 'continueRegularOutput',
		credential: { ...contract.credential() },
	});
}

function sentAmounts(): unknown[] {
	return contract.bodies('/withdrawals').map((body) => /"amount":"([^"]*)"/.exec(body)?.[1]);
}

test('any amount arrives byte for byte', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(amounts, { minLength: 1, maxLength: 20 }), async (list) => {
			sandbox.resetStats();
			await withdraw(list);
			expect(sentAmounts()).toEqual(list);
		}),
		{ numRuns: 15 },
	);
});

test.each(['0.100000000000000001', '1000000000000000000.10'])(
	'%s arrives as typed',
	async (amount) => {
		sandbox.resetStats();
		await withdraw([amount]);
		expect(sentAmounts()).toEqual([amount]);
	},
);
