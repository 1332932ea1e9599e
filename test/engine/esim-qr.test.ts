/** Proves that an eSIM comes with its activation code in parts and as a QR code, and with neither while it is masked. */
import jsQR from 'jsqr';
import type { INodeParameters, IRun } from 'n8n-workflow';
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

function firstOf(run: IRun) {
	const { json = {}, binary } = outputs(run)[0]?.[0] ?? {};
	return { json, binary };
}

/** The first item of a run. */
async function itemOf(parameters: INodeParameters) {
	const credential = { ...api.contract.credential() };
	return firstOf(await startNode({ parameters, items: [{}], credential }));
}

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
const PLAIN = 'LPA:1$smdp.io$A-1';

/** eSIM: Get of one with this activation. */
async function got(activation: object) {
	const run = await own.run({ ...ESIM, activation }, { ...GET, esimId: 'e' });
	return { ...firstOf(run), hints: hintsOf(run) };
}

test.each([
	['LPA:1$smdp.io$A-1$1.3.6$1', 'LPA:1$smdp.io$A-1$1.3.6$1'],
	['LPA:1$smdp.io$', 'LPA:1$smdp.io$'],
	['1$smdp.io$A-1\n', PLAIN],
	[' \tLPA:1$smdp.io$\nA-1\r\n', PLAIN],
	['LPA: 1$smdp.io$A-1', PLAIN],
	['lpa:1$smdp.io$A-1', PLAIN],
])('an activation code %j: a phone reads it, and its text stays as it came', async (lpa, read) => {
	const { json, binary } = await got({ lpa });
	expect(decoded(binary?.qr?.data)).toBe(read);
	const [, smdp, matchingId] = read.split('$');
	const parts = { smdp_address: smdp, matching_id: matchingId };
	expect(json).toEqual({ ...ESIM, activation: { lpa }, lpa_parts: parts });
});

test('the eSIMs of a quantity in an envelope have a picture each', async () => {
	const items = [{ esim_id: 'e' }, { esim_id: 'f' }];
	const order = { ext_id: 'o-1', offer_id: 'esim-eu-5gb', status: 'completed', items };
	const record = { ...order, esim_id: 'e', activation: { lpa: PLAIN } };
	const bought = { ...BUY, extIdMode: 'custom', extId: 'o-1', additionalFields: { quantity: 2 } };
	const { json, binary = {} } = firstOf(await own.run({ data: record }, bought));
	expect(json).toMatchObject({ items: [{ esim: {} }, { esim: {} }] });
	expect(Object.values(binary).map(({ data }) => decoded(data))).toEqual([PLAIN, PLAIN]);
});

// A text that is too long for any activation code is none, and no QR code is tried.
test.each([null, 'an activation code of another kind', 1, `LPA:1$smdp.io$${'xY1'.repeat(10_000)}`])(
	'what is no LPA comes out as it is (%#)',
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
