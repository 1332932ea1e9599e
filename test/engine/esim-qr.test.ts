/** Proves that an eSIM comes with its activation code in parts and as a QR code, and with neither while it is masked. */
import jsQR from 'jsqr';
import type { INodeParameters } from 'n8n-workflow';
import { PNG } from 'pngjs';
import { useSandbox } from '../support/use-sandbox';
import { OneAnswer } from './support/one-answer';
import { outputs, startNode } from './support/run-node';
import { hintsOf } from './support/screenings';

const api = useSandbox({ settleMs: 5 });
const own = new OneAnswer();

afterAll(() => {
	own.close();
});

const BUY = {
	...{ resource: 'esim', operation: 'purchase', offerId: 'esim-eu-5gb', extIdMode: 'auto' },
	...{ waitUntilReady: true, revealSecrets: true, options: { pollInterval: 0.1 } },
};
const GET = { resource: 'esim', operation: 'get', revealSecrets: true, options: {} };

/** The first item of a run. */
async function itemOf(parameters: INodeParameters) {
	const credential = { ...api.contract.credential() };
	const run = await startNode({ parameters, items: [{}], credential });
	const { json = {}, binary = {} } = outputs(run)[0]?.[0] ?? {};
	return { json, binary };
}

/** What a camera reads from a PNG, given as base64. */
function decoded(png: string | undefined): string | undefined {
	const { data, width, height } = PNG.sync.read(Buffer.from(png ?? '', 'base64'));
	return jsQR(new Uint8ClampedArray(data), width, height)?.data;
}

interface Esim {
	activation: { lpa: string };
}

test('a purchase that is waited for: another library reads the LPA from the picture, byte for byte', async () => {
	const { json, binary } = await itemOf(BUY);
	const { lpa } = (json.esim as Esim).activation;
	expect(lpa).toMatch(/^LPA:1\$/);
	expect(decoded(binary.qr?.data)).toBe(lpa);
	expect(binary.qr).toMatchObject({ fileName: 'esim-qr.png', mimeType: 'image/png' });
	const [, smdp, matchingId] = lpa.split('$');
	expect(json.esim).toMatchObject({ lpa_parts: { smdp_address: smdp, matching_id: matchingId } });
});

test('each of several has a picture of its own', async () => {
	const { json, binary } = await itemOf({ ...BUY, additionalFields: { quantity: 3 } });
	const lpas = (json.items as { esim: Esim }[]).map(({ esim }) => esim.activation.lpa);
	expect(new Set(lpas).size).toBe(3);
	expect(Object.keys(binary)).toEqual(['qr', 'qr_2', 'qr_3']);
	expect(Object.values(binary).map(({ data }) => decoded(data))).toEqual(lpas);
	expect(binary.qr_2?.fileName).toBe('esim-qr-2.png');
});

test('eSIM: Get', async () => {
	const { json } = await itemOf(BUY);
	const esimId = json.esim_id as string;
	const shown = await itemOf({ ...GET, esimId });
	expect(decoded(shown.binary.qr?.data)).toBe((shown.json as unknown as Esim).activation.lpa);
	expect(shown.json.lpa_parts).toMatchObject({ smdp_address: 'smdp.sandbox.example' });
	const masked = await itemOf({ ...GET, esimId, revealSecrets: false });
	expect(masked.binary).toEqual({});
	expect(masked.json).not.toHaveProperty('lpa_parts');
});

test('masked, a purchase shows neither', async () => {
	const { json, binary } = await itemOf({ ...BUY, revealSecrets: false });
	expect(binary).toEqual({});
	expect(JSON.stringify(json)).not.toMatch(/lpa_parts|smdp\.sandbox/);
});

const ESIM = { esim_id: 'e', status: 'active' };

test.each([
	['with more behind the matching ID', 'LPA:1$smdp.io$A-1$1.3.6$1', 'smdp.io', 'A-1'],
	['without a matching ID', 'LPA:1$smdp.io$', 'smdp.io', ''],
])('an LPA %s', async (_, lpa, smdp, matchingId) => {
	const run = await own.run({ ...ESIM, activation: { lpa } }, { ...GET, esimId: 'e' });
	const { json, binary } = outputs(run)[0]?.[0] ?? {};
	expect(json?.lpa_parts).toEqual({ smdp_address: smdp, matching_id: matchingId });
	expect(decoded(binary?.qr?.data)).toBe(lpa);
});

test.each([
	['without LPA:', '1$smdp.io$A-1'],
	['with a line break behind it', '1$smdp.io$A-1\n'],
	['with white space around it', ' \tLPA:1$smdp.io$A-1\r\n'],
	['with a line break in it', 'LPA:1$smdp.io$\nA-1'],
	['with a space behind LPA:', 'LPA: 1$smdp.io$A-1'],
	['in small letters', 'lpa:1$smdp.io$A-1'],
])('an activation code %s: a phone reads it, and its text stays as it came', async (_, lpa) => {
	const record = { ...ESIM, activation: { lpa } };
	const run = await own.run(record, { ...GET, esimId: 'e' });
	const { json, binary } = outputs(run)[0]?.[0] ?? {};
	expect(decoded(binary?.qr?.data)).toBe('LPA:1$smdp.io$A-1');
	expect(json).toEqual({
		...record,
		lpa_parts: { smdp_address: 'smdp.io', matching_id: 'A-1' },
	});
});

test('the eSIMs of a quantity in an envelope have a picture each', async () => {
	const items = [{ esim_id: 'e' }, { esim_id: 'f' }];
	const order = { ext_id: 'o-1', offer_id: 'esim-eu-5gb', status: 'completed', items };
	const lpa = 'LPA:1$smdp.io$A-1';
	const record = { ...order, esim_id: 'e', activation: { lpa } };
	const bought = { ...BUY, extIdMode: 'custom', extId: 'o-1', additionalFields: { quantity: 2 } };
	const run = await own.run({ data: record }, bought);
	const { json, binary = {} } = outputs(run)[0]?.[0] ?? {};
	expect(json).toMatchObject({ items: [{ esim: {} }, { esim: {} }] });
	expect(Object.values(binary).map(({ data }) => decoded(data))).toEqual([lpa, lpa]);
});

test.each([[null], [''], ['an activation code of another kind'], [{ lpa: 1 }]])(
	'what is no LPA (%j) comes out as it is',
	async (lpa) => {
		const record = { ...ESIM, activation: { lpa } };
		const run = await own.run(typeof lpa === 'object' ? { ...ESIM, activation: lpa } : record, {
			...GET,
			esimId: 'e',
		});
		const { json, binary } = outputs(run)[0]?.[0] ?? {};
		if (json) expect(json).not.toHaveProperty('lpa_parts');
		expect(binary).toBeUndefined();
	},
);

test('a text too long for any activation code is none, and no QR code is tried', async () => {
	const lpa = `LPA:1$smdp.io$${'xY1'.repeat(10_000)}`;
	const run = await own.run({ ...ESIM, activation: { lpa } }, { ...GET, esimId: 'e' });
	const { json } = outputs(run)[0]?.[0] ?? {};
	expect(json).toEqual({ ...ESIM, activation: { lpa } });
	expect(hintsOf(run)).toEqual([]);
});

test('a code that no QR code holds leaves the eSIM, and a hint says so', async () => {
	const lpa = `LPA:1$smdp.io$${'x'.repeat(5000)}`;
	const run = await own.run({ ...ESIM, activation: { lpa } }, { ...GET, esimId: 'e' });
	expect(outputs(run)[0]?.[0]?.json).toMatchObject({ esim_id: 'e' });
	expect(hintsOf(run)).toEqual(['The QR code of an eSIM could not be made (Error).']);
});
