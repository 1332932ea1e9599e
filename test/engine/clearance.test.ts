// With a credential that asks for a clearance, nobody is paid without one: a certificate that meets every requirement.
import crypto, { randomBytes } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { certificateOf, secondsFromNow } from '../support/certificates';
import { batchOf, SENT, useOrders, WITHDRAWAL } from './support/orders';
import { until } from '../support/until';
import { type NodeRun, ON } from './support/run-node';

const { api, order, made } = useOrders({ settleMs: 5, kytDelayMs: 0 });

const CLEARANCE = {
	clearanceHours: '1.5',
	clearanceRules: JSON.stringify({
		...{ reviewFromScore: '25', blockFromScore: '75', clearSeverities: 'low' },
		...{ reviewSeverities: 'medium', blockSeverities: 'high, critical' },
	}),
};
const HOURS = 3600;

/** The credential of the payments, or one that differs from it. */
const credential = (fields: object = {}) => ({
	...api.contract.credential(),
	...CLEARANCE,
	...fields,
});
const sign = async (claims: Record<string, unknown> = {}, address = TRON) =>
	await certificateOf(credential(), address, claims);

/** The same credential with another private key. */
const another = () => credential({ privateKey: randomBytes(32).toString('base64') });

/** An item as the gate gives it. */
const withCertificate = (certificate: unknown): IDataObject => ({
	...{ amount: '1', screening: { certificate } },
});

const BATCH = batchOf([{ ...SENT }]);

async function pay(parameters: INodeParameters, items: IDataObject[], more: Partial<NodeRun> = {}) {
	return await order(parameters, { fields: CLEARANCE }, { items, ...more });
}

describe.each([
	['a withdrawal', WITHDRAWAL],
	['a withdrawal with an own number', { ...WITHDRAWAL, extIdMode: 'custom', extId: 'o-1' }],
	['a batch', BATCH],
])('%s', (_, parameters) => {
	test('is paid with the certificate of its item', async () => {
		const { message, items } = await pay(parameters, [withCertificate(await sign())]);
		expect(message).toBe('');
		expect(items).toHaveLength(1);
		expect(made()).toHaveLength(1);
	});

	test.each<[string, () => unknown, RegExp]>([
		['none', () => undefined, /the item has none/],
		['Review', () => sign({ verdict: 'review' }), /certificate says review/],
		['Block', () => sign({ verdict: 'block' }), /certificate says block/],
		['rules of a node', () => sign({ rules_from: 'node' }), /under a node's rules/],
		['another source', () => sign({ source: 'imported' }), /does not have the claims/],
		['another address', () => sign({}, OTHER_TRON), new RegExp(`is for ${OTHER_TRON}`)],
		['another network', () => sign({ network: 'eth' }), /is for \w+ on eth/],
		['another partner', () => sign({ iss: '1' }), /belongs to partner 1/],
		['too old', () => sign({ iat: secondsFromNow(-1.5 * HOURS - 5) }), /is older than 1\.5 hours/],
		['the future', () => sign({ iat: secondsFromNow(120) }), /dated in the future/],
		['another credential', () => certificateOf(another(), TRON), /Another key signed/],
		[
			'looser rules under the same key',
			() => certificateOf(credential({ clearanceRules: '{"blockFromScore":"99"}' }), TRON),
			/Clearance Rules that differ from/,
		],
		['a changed byte', async () => swapped(await sign()), /was changed after it was signed/],
	])('is not sent with a certificate of %s, and the error says so', async (__, make, why) => {
		const { message, description, sent } = await pay(parameters, [withCertificate(await make())]);
		expect(message).toMatch(`requires a clearance before it pays ${TRON}`);
		expect(message).toMatch(why);
		expect(description).toMatch(/^Not sent: nothing was spent\./);
		expect(sent).toEqual([]);
	});

	test.each([
		['an hour ago', -HOURS],
		['by a clock that is 50 seconds ahead', 50],
	])('is paid with one that was signed %s', async (__, seconds) => {
		const certificate = await sign({ iat: secondsFromNow(seconds) });
		await pay(parameters, [withCertificate(certificate)]);
		expect(made()).toHaveLength(1);
	});

	test('takes the certificate from elsewhere: one, a list, or a text with several', async () => {
		const [own, other] = [await sign(), await sign({}, OTHER_TRON)];
		const lists: unknown[] = [own, [other, own], `${other},\n${own}`, JSON.stringify([other, own])];
		for (const [index, clearance] of lists.entries()) {
			const given = {
				...parameters,
				...('extId' in parameters && { extId: `o-${String(index)}` }),
				options: { retries: 0, clearance } as INodeParameters,
			};
			expect((await pay(given, [{ amount: '1' }])).message).toBe('');
		}
		expect(made()).toHaveLength(lists.length);
		const none = { ...parameters, options: { clearance: ' , ' } };
		expect((await pay(none, [{ amount: '1' }])).message).toBe('Clearance contains no certificate');
	});
});

/** With another character in the middle of its signature. */
function swapped(certificate: string): string {
	const place = certificate.length - 40;
	const other = certificate.charAt(place) === 'A' ? 'B' : 'A';
	return certificate.slice(0, place) + other + certificate.slice(place + 1);
}

test('a clearance that becomes too old in the wait for a retry pays nobody', async () => {
	const certificate = await sign({ iat: secondsFromNow(-HOURS) });
	const match = { path: '/withdrawals', times: 1 };
	api.sandbox.addFault({ match, fault: '503', retryAfter: '1' });
	const parameters = { ...WITHDRAWAL, options: { retries: 3, longestWait: 1 } };
	const run = pay(parameters, [withCertificate(certificate)]);
	await until(() => api.contract.arrived('POST /gw/partner/withdrawals') === 1);
	const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + HOURS * 1000);
	try {
		const { message, description } = await run;
		expect(message).toMatch('outcome unknown (no_longer_allowed)');
		expect(description).toMatch('its certificate is older than 1.5 hours');
	} finally {
		now.mockRestore();
	}
	expect(made()).toEqual([]);
});

test('of several certificates for the address, the newest counts', async () => {
	const old = await sign({ iat: secondsFromNow(-60) });
	const blocked = await sign({ verdict: 'block' });
	const others = [await sign({ verdict: 'block' }, OTHER_TRON), null];
	const given = (clearance: unknown[]) => ({
		...WITHDRAWAL,
		options: { retries: 0, clearance: [...others, ...clearance] } as INodeParameters,
	});
	const ofThatSecond = await sign({ iat: secondsFromNow(-30) });
	const alike = [ofThatSecond, await sign({ verdict: 'block', iat: secondsFromNow(-30) })];
	for (const list of [[old, blocked], [blocked, old], alike, alike.toReversed()]) {
		const { message, sent } = await pay(given(list), [{ amount: '1' }]);
		expect(message).toMatch(/its certificate says block/);
		expect(sent).toEqual([]);
	}
	const review = await sign({ verdict: 'review', iat: secondsFromNow(-120) });
	expect((await pay(given([review, old]), [{ amount: '1' }])).sent).toHaveLength(1);
});

test('each withdrawal of a batch needs one that fits', async () => {
	const both = batchOf([SENT, { ...SENT, to_address: OTHER_TRON }]);
	const certificates = [await sign(), await sign({}, OTHER_TRON)];
	const given = (clearance: string[]) => ({ ...both, options: { retries: 0, clearance } });
	const one = await pay(given(certificates.slice(0, 1)), [{}]);
	expect(one.message).toMatch(`before it pays ${OTHER_TRON}: its certificate is for ${TRON}`);
	expect(one.sent).toEqual([]);
	expect((await pay(given(certificates), [{}])).items).toHaveLength(2);
});

test('a list of any length costs one key', async () => {
	const spoiled = (await sign()).replace('.', '.x');
	const derived = jest.spyOn(crypto, 'hkdfSync');
	const clearance = Array.from({ length: 100 }, () => spoiled).join(' ');
	const { sent } = await pay({ ...WITHDRAWAL, options: { clearance } }, [{ amount: '1' }]);
	expect(sent).toEqual([]);
	expect(derived).toHaveBeenCalledTimes(1);
});

test('a text of many words is no list of certificates', async () => {
	const clearance = 'a.b.c '.repeat(200_000);
	const { message } = await pay({ ...WITHDRAWAL, options: { clearance } }, [{ amount: '1' }]);
	expect(message).toBe('Clearance contains no certificate');
});

test('Retry after a lost response, when the clearance is too old: found, done', async () => {
	api.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
	api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault: '500' });
	const resumeSignature = 'the same';
	const first = await pay(WITHDRAWAL, [withCertificate(await sign())], { resumeSignature });
	expect(first.message).toMatch('outcome unknown');
	api.sandbox.clearFaults();
	const old = withCertificate(await sign({ iat: secondsFromNow(-2 * HOURS) }));
	const again = await pay(WITHDRAWAL, [old], { resumeSignature, mode: 'retry' });
	expect(again.message).toBe('');
	expect(made()).toHaveLength(1);
});

test.each([
	['withdrawals', { ...WITHDRAWAL, extIdMode: 'auto' }],
	['batches', { ...BATCH, options: { batchSize: 1 } }],
])(
	'of %s, none is sent once its clearance has become too old in the run',
	async (_, parameters) => {
		const before = made().length;
		const certificate = await sign({ iat: secondsFromNow(60 - 1.5 * HOURS) });
		const items = Array.from({ length: 5 }, () => withCertificate(certificate));
		const { now } = Date;
		const isLate = () => made().length > before;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + (isLate() ? 90_000 : 0));
		const { items: out } = await pay(parameters, items, ON).finally(() => clock.mockRestore());
		const failed = out.filter(({ error }) => error !== undefined);
		expect(out).toHaveLength(items.length);
		expect(failed).toHaveLength(items.length - 1);
		for (const { error, details } of failed) {
			expect(error).toMatch('is older than 1.5 hours');
			expect(details).toMatchObject({ outcome: 'not_sent' });
		}
		expect(made()).toHaveLength(before + 1);
	},
);
