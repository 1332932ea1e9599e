/** Proves that secrets come out masked, in items and in errors, unless they are asked for. */
import type { INodeParameters } from 'n8n-workflow';
import { OneAnswer } from './support/one-answer';
import { Servers } from '../support/servers';
import { useSandbox } from '../support/use-sandbox';
import { startFront } from './support/front';
import { type NodeRun, outputs, startNode } from './support/run-node';

const api = new OneAnswer();

const servers = new Servers();
const sandbox = useSandbox();

afterAll(() => {
	api.close();
	servers.close();
});

const NAMES = [
	...['code', 'epin', 'pin', 'serial', 'voucher', 'vouchers', 'serial_number', 'number', 'cvv'],
];
const SECRETS = {
	...Object.fromEntries(NAMES.map((name) => [name, `${name}-hidden`])),
	activation: { lpa: 'LPA:1$smdp.example$hidden', qr_available: true },
};
const RECORD = { purchase_id: 'gift-1', status: 'completed', amount: '25.00' };

const results = [{ index: 0, status: 'accepted', body: { ...RECORD, ...SECRETS }, error: '' }];
const CALL = { resource: 'apiCall', operation: 'request', method: 'GET', path: '/partner/x' };
const BATCH = { resource: 'batch', operation: 'create', items: '[{"body":{}}]', extIdMode: 'auto' };
const DOCUMENT = { resource: 'document', operation: 'get', extId: 'order-1' };

/** Operations whose answer may be the record of a card, a gift card or an eSIM. */
test.each<[string, INodeParameters, object]>([
	['API Call: Request', CALL, { ...RECORD, ...SECRETS }],
	['Batch: Create', BATCH, { count: 1, results }],
	['Document: Get', DOCUMENT, { ...RECORD, ...SECRETS }],
])(
	'%s masks the secrets of every record, and shows them with Reveal Secrets',
	async (_, ...given) => {
		const [parameters, answer] = given;
		const itemWith = async (more: object) => {
			const run = await api.run(answer, { ...parameters, ...more, query: '{}', options: {} });
			expect(outputs(run)[0]).toHaveLength(1);
			return JSON.stringify(outputs(run)[0]);
		};
		const masked = await itemWith({});
		expect(masked).not.toContain('hidden');
		for (const name of NAMES) expect(masked).toContain(`"${name}":"••••`);
		for (const kept of Object.values(RECORD)) expect(masked).toContain(kept);
		const shown = await itemWith({ revealSecrets: true });
		for (const name of NAMES) expect(shown).toContain(`${name}-hidden`);
	},
);

describe('an error', () => {
	/** Reads a card from an API that refuses it with these words. */
	async function refusedWith(body: object, onError?: NodeRun['onError']) {
		const { url } = sandbox.sandbox;
		const front = await startFront(servers, url, (path) =>
			path.includes('/cards/') ? { status: 422, body } : undefined,
		);
		return await startNode({
			parameters: { resource: 'card', operation: 'get', cardId: 'c', options: { retries: 0 } },
			items: [{}],
			credential: { ...sandbox.contract.credential({ apiUrl: `${front}/gw` }) },
			onError,
		});
	}

	test.each([
		'card 4111 1111 1111 1111, CVV hidden, is blocked',
		'cannot read eyJoaWRkZW4ifQ.a.b.c.d',
		'LPA:1$smdp.example$hidden is used up',
		'bearer "eyJoaWRkZW4ifQ.a.b"',
		'{"provider":"x","cvv":"hidden"}',
	])('holds no secret that the API says: %s', async (secret) => {
		for (const body of [{ error: 'card_blocked', message: secret }, { error: secret }]) {
			const { error } = (await refusedWith(body)).data.resultData;
			const failed = outputs(await refusedWith(body, 'continueErrorOutput'));
			const shown = JSON.stringify([error, Object.entries(error ?? {}), error?.stack, failed]);
			expect(shown).toContain('••••••••');
			expect(shown).not.toMatch(/hidden|4111|eyJo/);
		}
	});
});
