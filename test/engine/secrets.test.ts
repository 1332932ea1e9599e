import { OneAnswer } from './support/one-answer';
import { outputs } from './support/run-node';

const api = new OneAnswer();

afterAll(() => {
	api.close();
});

const GIFT = {
	code: 'code-hidden',
	epin: 'epin-hidden',
	pin: 'pin-hidden',
	serial: 'serial-hidden',
	voucher: 'voucher-hidden',
};
const CARD = { number: 'number-hidden', cvv: 'cvv-hidden', pin: 'pin-hidden' };
const ESIM = { activation: { lpa: 'LPA:1$smdp.example$hidden', qr_available: true } };
const RECORD = { purchase_id: 'gift-1', status: 'completed', amount: '25.00' };

/** Operations whose answer may be the record of a card, a gift card or an eSIM. */
const OPERATIONS: [string, object, (record: object) => object][] = [
	[
		'API Call: Request',
		{ resource: 'apiCall', operation: 'request', method: 'GET', base: 'api', path: '/partner/x' },
		(record) => record,
	],
	[
		'Batch: Create',
		{ resource: 'batch', operation: 'create', items: '[{"body":{}}]', extIdMode: 'auto' },
		(record) => ({
			count: 1,
			results: [{ index: 0, status: 'accepted', body: record, error: '' }],
		}),
	],
	[
		'Document: Get',
		{ resource: 'document', operation: 'get', extId: 'order-1' },
		(record) => record,
	],
];

describe.each(OPERATIONS)('%s', (_name, parameters, answerOf) => {
	const answer = answerOf({ ...RECORD, ...GIFT, ...CARD, ...ESIM });

	async function itemWith(options: object): Promise<string> {
		const run = await api.run(answer, { ...parameters, ...options, query: '{}', options: {} });
		const [output = []] = outputs(run);
		expect(output).toHaveLength(1);
		return JSON.stringify(output);
	}

	test('masks the secrets of every record that can come back', async () => {
		const item = await itemWith({});
		expect(item).not.toContain('hidden');
		for (const name of Object.keys({ ...GIFT, ...CARD })) expect(item).toContain(`"${name}":"••••`);
		for (const kept of Object.values(RECORD)) expect(item).toContain(kept);
	});

	test('shows them with Reveal Secrets', async () => {
		const item = await itemWith({ revealSecrets: true });
		for (const secret of Object.values({ ...GIFT, ...CARD })) expect(item).toContain(secret);
	});
});
