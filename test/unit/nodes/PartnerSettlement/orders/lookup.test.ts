// Proves when a lookup's word counts: "there is none" and "it came to nothing" only if they were asked for late enough.
import { lookUp } from '../../../../../nodes/PartnerSettlement/orders/lookup';
import type { RunItem } from '../../../../../nodes/PartnerSettlement/run/run-item';
import { dialectOf } from '../../../../../partner-api/dialect';
import { type Asked, PartnerApiError, readAnswer } from '../../../../../partner-api';
import { orderOf } from '../../../support/order';

const DIALECT = dialectOf({});
const NONE: Partial<Asked> = {
	failure: new PartnerApiError({ code: 'document_not_found', outcome: 'refused', phase: 'call' }),
};

function documentOf(fields: object): Partial<Asked> {
	const response = { ext_id: 'o-1', withdrawal_id: 'w-1', ...fields };
	return { response, answer: readAnswer(response, DIALECT) };
}

let now = Date.now();

beforeAll(() => void jest.spyOn(Date, 'now').mockImplementation(() => now));

/** Looks one order up. @returns the result, and whether each question was late enough */
async function lookUpOne(answers: readonly Partial<Asked>[], delayMs: number, more: object = {}) {
	const noneFrom = now + delayMs;
	const wereLate: boolean[] = [];
	const ask = async () => {
		const answer = answers[Math.min(wereLate.length, answers.length - 1)];
		wereLate.push(now >= noneFrom);
		// Its response takes a long time.
		now += 2 * delayMs;
		return await Promise.resolve(answer);
	};
	const signal = new AbortController().signal;
	const run = { client: { ask }, settings: { dialect: DIALECT }, signal };
	const item = { run, options: {}, ...more } as unknown as RunItem;
	const [found] = await lookUp([{ item, order: orderOf({ extId: 'o-1' }), noneFrom }]);
	return { lookup: found?.lookup, wereLate, record: found?.record };
}

test('a lookup that began too early is made again, however long its response takes', async () => {
	expect(await lookUpOne([NONE], 20)).toMatchObject({ lookup: 'none', wereLate: [false, true] });
});

test('a failed document may be of an earlier attempt: it counts only if it is still there', async () => {
	const failed = documentOf({ status: 'failed' });
	const twice = await lookUpOne([failed], 20);
	expect(twice).toMatchObject({ lookup: 'came_to_nothing', wereLate: [false, true] });
	const later = await lookUpOne([failed, documentOf({ status: 'pending' })], 20);
	expect(later).toMatchObject({ lookup: 'this_order', wereLate: [false, true] });
	const once = await lookUpOne([failed], 0);
	expect(once).toMatchObject({ lookup: 'came_to_nothing', wereLate: [true] });
});

test.each([
	['revealed', { revealsSecrets: true }, '123'],
	['encrypted later', { encryptTo: {} }, '123'],
	['neither', {}, '••••••••'],
])('its secrets stay in a document if they are %s', async (_, more, cvv) => {
	expect(await lookUpOne([documentOf({ cvv: '123' })], 0, more)).toMatchObject({ record: { cvv } });
});

test.each([
	['none', { error: 'order_not_found' }],
	['none', { status: 'failed', error: 'order_not_found' }],
	['unclear', { status: 'queued', error: 'order_not_found' }],
	['unclear', { ext_id: undefined, status: 'processing', error: 'order_not_found' }],
])('it is %s if a document shows %j', async (lookup, fields) => {
	expect(await lookUpOne([documentOf(fields)], 0)).toMatchObject({ lookup });
});
