/**
 * Proves what comes out of a read of goods, such as an eSIM with its code and its QR code, whatever its other fields
 * hold.
 */
import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { TRON } from '../support/addresses';
import { useOneAnswer } from './support/answers';
import { errorOf, hintsOf, outputs, useNode } from './support/run-node';

const one = useOneAnswer();

async function read(answer: unknown, parameters: INodeParameters) {
	const run = await one(answer, { options: { retries: 0 }, ...parameters });
	const items = (outputs(run)[0] ?? []).map(({ json }) => json);
	return { items, hints: hintsOf(run), message: errorOf(run).message };
}

const GET_ESIM = { resource: 'esim', operation: 'get', esimId: 'e', revealSecrets: true };
const LPA = 'LPA:1$smdp.io$A-1';
const ACTIVE = { esim_id: 'e', status: 'active', activation: { lpa: LPA, qr_available: true } };
const GET_BALANCE = { resource: 'balance', operation: 'get' };
const GET_ADDRESS = { resource: 'card', operation: 'getBillingAddress', cardId: 'c' };

test.each<[string, IDataObject, RegExp]>([
	['usage as PHP writes an empty object', { usage: [] }, /\(usage: /],
	['a number in words', { usage: { data_total_mb: 'unlimited' } }, /\(usage\.data_total_mb: /],
	['an esim_id that is a number', { esim_id: 7 }, /\(esim_id: /],
])('eSIM: Get gives the activation code beside %s', async (_, fields, hint) => {
	for (const answer of [{ ...ACTIVE, ...fields }, { data: { ...ACTIVE, ...fields } }]) {
		const { items, hints } = await read(answer, GET_ESIM);
		expect(items).toMatchObject([{ ...fields, activation: { lpa: LPA }, lpa_parts: {} }]);
		expect(hints).toEqual([expect.stringMatching(hint)]);
		expect(hints[0]).not.toContain(LPA);
	}
});

test.each<[unknown, unknown[]]>([
	[[], [expect.stringMatching(/\(billing_address: /)]],
	['', []],
])(
	'Card: Get Billing Address gives the record although the address is %j',
	async (address, told) => {
		const { items, hints } = await read({ card_id: 'c', billing_address: address }, GET_ADDRESS);
		expect(items).toEqual([{ card_id: 'c', billing_address: address }]);
		expect(hints).toEqual(told);
	},
);

test.each<[INodeParameters, IDataObject]>([
	[
		{ resource: 'giftCard', purchaseId: 'p' },
		{ epin: 'ABCD', offer: { name: 'Bookshop' } },
	],
	[{ resource: 'depositAddress' }, { address: TRON, limits: { min: '10' } }],
	[
		{ resource: 'kyt', operation: 'quote' },
		{ price_usdt: '0.75', plan: { name: 'B' } },
	],
])('%j keeps what is around an object', async (parameters, record) => {
	const given = { operation: 'get', revealSecrets: true, ...parameters };
	expect((await read(record, given)).items).toEqual([record]);
});

test('as documented, nothing is told', async () => {
	const usage = { data_total_mb: 1024, data_used_mb: 0, valid_to: null };
	const { items, hints } = await read({ ...ACTIVE, usage, extra: [] }, GET_ESIM);
	expect(items).toMatchObject([{ ...ACTIVE, usage, extra: [] }]);
	expect(hints).toEqual([]);
});

const KYT = { id: 7, status: 'completed', network: [], address: TRON, sanctions_hit: false };

test.each<[string, unknown, INodeParameters]>([
	['nothing', {}, GET_ESIM],
	['no object', [], GET_ESIM],
	['an error', { ...ACTIVE, usage: [], success: false }, GET_ESIM],
	['a message only', { message: 'No such card' }, GET_ADDRESS],
	// What money or the gate depends on.
	['an odd balance', { available_balance: '10', reserved: [] }, GET_BALANCE],
	['an odd screening', KYT, { resource: 'kyt', operation: 'get', id: '7' }],
])('a read that shows %s fails', async (_, answer, parameters) => {
	const { items, hints, message } = await read(answer, parameters);
	expect([...items, ...hints]).toEqual([]);
	expect(message).not.toBe('');
});

const { start } = useNode({ settleMs: 5 });

const BUY = {
	...{ resource: 'esim', operation: 'purchase', offerId: 'esim-eu-5gb', extIdMode: 'auto' },
	...{ waitUntilReady: true, revealSecrets: true, options: { pollInterval: 0.1 } },
};
const GET = { resource: 'esim', operation: 'get', revealSecrets: true, options: {} };

function firstOf(run: IRun) {
	const { json = {}, binary } = outputs(run)[0]?.[0] ?? {};
	return { json, binary };
}

/** The first item of a run. */
const itemOf = async (parameters: INodeParameters) => firstOf(await start(parameters));

/** What a camera reads from a PNG, given as base64. */
function decoded(png: string | undefined): string | undefined {
	const { data, width, height } = PNG.sync.read(Buffer.from(png ?? '', 'base64'));
	return jsQR(new Uint8ClampedArray(data), width, height)?.data;
}

interface Esim {
	activation: { lpa: string };
}

test('another library reads the LPA from the picture, byte for byte: of a purchase that is waited for, and of eSIM: Get', async () => {
	const { json, binary } = await itemOf(BUY);
	const { lpa } = (json.esim as Esim).activation;
	expect(lpa).toMatch(/^LPA:1\$/);
	expect(decoded(binary?.qr?.data)).toBe(lpa);
	expect(binary?.qr).toMatchObject({ fileName: 'esim-qr.png', mimeType: 'image/png' });
	const [, smdp, matchingId] = lpa.split('$');
	const parts = { lpa_parts: { smdp_address: smdp, matching_id: matchingId } };
	expect(json.esim).toMatchObject(parts);
	const get = { ...GET, esimId: json.esim_id as string };
	const shown = await itemOf(get);
	expect(decoded(shown.binary?.qr?.data)).toBe(lpa);
	expect(shown.json).toMatchObject(parts);
	for (const masked of [get, BUY]) {
		const item = await itemOf({ ...masked, revealSecrets: false });
		expect(item.binary).toBeUndefined();
		expect(JSON.stringify(item.json)).not.toMatch(/lpa_parts|smdp\.sandbox/);
	}
});

test('each of several has a picture of its own', async () => {
	const { json, binary = {} } = await itemOf({ ...BUY, additionalFields: { quantity: 3 } });
	const lpas = (json.items as { esim: Esim }[]).map(({ esim }) => esim.activation.lpa);
	expect(new Set(lpas).size).toBe(3);
	expect(Object.keys(binary)).toEqual(['qr', 'qr_2', 'qr_3']);
	expect(Object.values(binary).map(({ data }) => decoded(data))).toEqual(lpas);
	expect(binary.qr_2?.fileName).toBe('esim-qr-2.png');
});

const ESIM = { esim_id: 'e', status: 'active' };

/** eSIM: Get of one with this activation. */
async function got(activation: object) {
	const run = await one({ ...ESIM, activation }, { ...GET, esimId: 'e' });
	return { ...firstOf(run), hints: hintsOf(run) };
}

test.each([
	['LPA:1$smdp.io$A-1$1.3.6$1', 'LPA:1$smdp.io$A-1$1.3.6$1'],
	['LPA:1$smdp.io$', 'LPA:1$smdp.io$'],
	['1$smdp.io$A-1\n', LPA],
	['LPA: 1$smdp.io$A-1', LPA],
])('an activation code %j: a phone reads it, and its text stays as it came', async (lpa, read) => {
	const { json, binary } = await got({ lpa });
	expect(decoded(binary?.qr?.data)).toBe(read);
	const [, smdp, matchingId] = read.split('$');
	const parts = { smdp_address: smdp, matching_id: matchingId };
	expect(json).toEqual({ ...ESIM, activation: { lpa }, lpa_parts: parts });
});

// A text that is too long for any activation code is none, and no QR code is tried.
test.each([null, 'an activation code of another kind', 1, `LPA:1$smdp.io$${'xY1'.repeat(10_000)}`])(
	'a text that is not an LPA comes out as it is (%#)',
	async (lpa) => {
		const { json, binary, hints } = await got({ lpa });
		expect(json).toEqual({ ...ESIM, activation: { lpa } });
		expect(binary).toBeUndefined();
		if (typeof lpa === 'string') expect(hints).toEqual([]);
	},
);

test('a code that no QR code holds leaves the eSIM, and a hint says so', async () => {
	const { json, hints } = await got({ lpa: `LPA:1$smdp.io$${'x'.repeat(5000)}` });
	expect(json).toMatchObject({ esim_id: 'e' });
	expect(hints).toEqual(['The QR code of an eSIM could not be made (Error).']);
});
