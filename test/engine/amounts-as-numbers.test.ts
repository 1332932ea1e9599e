// Proves that amounts come out as numbers where no digit is lost, whole columns at a time, and as texts everywhere else.
import type { IDataObject } from 'n8n-workflow';
import { Servers } from '../support/servers';
import { useSandbox } from '../support/use-sandbox';
import { startFront } from './support/answers';
import { NAME, outputs, startNode } from './support/run-node';

const api = useSandbox();
const servers = new Servers();

afterAll(() => {
	servers.close();
});

async function read(entries: IDataObject[], amountsAsNumbers: boolean, keepInput = false) {
	const answer = { status: 200, body: { cards: entries } };
	const front = await startFront(servers, api.sandbox.url, (path) =>
		path.endsWith('/cards') ? answer : undefined,
	);
	const run = await startNode({
		parameters: {
			...{ resource: 'card', operation: 'getAll', returnAll: true },
			options: { amountsAsNumbers, keepInput },
		},
		items: [{ amount: '1.5' }],
		credential: { ...api.contract.credential(), apiUrl: `${front}/gw`, baseUrl: `${front}/core` },
	});
	const hints = run.data.resultData.runData[NAME]?.[0]?.hints ?? [];
	return {
		items: outputs(run)
			.flat()
			.map(({ json }) => json),
		hints: hints.map(({ message }) => message),
	};
}

test('a column becomes numbers if all of its texts are the same as numbers', async () => {
	const entries = [
		{ card_id: '17', balance: '24.50', price: { amount: '3', currency: 'USDT' }, last4: '0042' },
		{ card_id: '18', balance: '3.10', price: { amount: '-0.1', currency: 'USDT' }, last4: '1' },
	];
	expect((await read(entries, true)).items).toEqual([
		{ card_id: '17', balance: 24.5, price: { amount: 3, currency: 'USDT' }, last4: '0042' },
		{ card_id: '18', balance: 3.1, price: { amount: -0.1, currency: 'USDT' }, last4: '1' },
	]);
	expect((await read(entries, false)).items).toEqual(entries);
});

test.each(['0.1000000000000000055', '9007199254740993', 'about 5', '1e3'])(
	'%s keeps its column text, and a hint says which',
	async (amount) => {
		const entries = [
			{ card_id: '1', balance: '1.5', fee: '2' },
			{ card_id: '2', balance: amount, fee: '3' },
		];
		const { items, hints } = await read(entries, true);
		expect(items).toEqual([
			{ card_id: '1', balance: '1.5', fee: 2 },
			{ card_id: '2', balance: amount, fee: 3 },
		]);
		expect(hints).toContain('balance stayed text: not all of its values are exact as numbers.');
	},
);
