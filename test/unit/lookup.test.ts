import { contradictions, judgeDocument } from '../../partner-api';

const ORDER = { ext_id: 'a', amount: '1.50', to_address: 'T1' };
const ECHOES = ['ext_id', 'amount', 'to_address', 'offer_id'];
const SHOWN = { isShown: true, differing: [], isSame: false };

test.each([
	['the same fields', { ...ORDER, status: 'pending' }],
	['an amount written in another way', { ...ORDER, amount: '1.5' }],
])('%s: the same', (_, document) => {
	expect(judgeDocument(document, ORDER, 'a', ECHOES)).toEqual({ ...SHOWN, isSame: true });
});

test.each([
	['no fields at all', { ext_id: 'a' }],
	['some of the fields', { ext_id: 'a', amount: '1.50' }],
	['an object where a text was sent', { ...ORDER, to_address: { text: 'T1' } }],
	['null where a text was sent', { ...ORDER, to_address: null }],
])('%s: cannot be told', (_, document) => {
	expect(judgeDocument(document, ORDER, 'a', ECHOES)).toEqual(SHOWN);
});

test.each([
	['network', 'TRON', 'TRC20'],
	['phone', '+491700000000', '491700000000'],
	['country', 'DEU', 'DE'],
])('a %s that is %s here and %s there proves nothing: it tells no order', (name, here, there) => {
	const sent = { ...ORDER, [name]: here };
	expect(judgeDocument({ ...sent, [name]: there }, sent, 'a', ECHOES)).toEqual(SHOWN);
	expect(judgeDocument(sent, sent, 'a', ECHOES)).toEqual({ ...SHOWN, isSame: true });
});

test.each([
	['7', '007'],
	['1.0', '1.00'],
])('an id is no amount: %s is another one than %s', (one, other) => {
	const verdict = judgeDocument({ ext_id: 'a', offer_id: one }, { offer_id: other }, 'a', ECHOES);
	expect(verdict).toEqual({ ...SHOWN, differing: ['offer_id'] });
	expect(contradictions({ ext_id: one }, { ext_id: other }, ECHOES)).toEqual(['ext_id']);
});

test('what was sent as an object cannot be told, and nothing but a key proves nothing', () => {
	const sent = { ext_id: 'a', required_fields: { name: 'x' } };
	expect(judgeDocument({ ...sent }, sent, 'a', ECHOES)).toEqual(SHOWN);
	expect(judgeDocument({ ext_id: 'a' }, { ext_id: 'a' }, 'a', ECHOES)).toEqual(SHOWN);
});

test.each([
	[{ ext_id: 'a', amount: '1.51' }, ['amount']],
	[{ ...ORDER, to_address: 'T2' }, ['to_address']],
	[{ ext_id: 'a', amount: '2', to_address: 't1' }, ['amount', 'to_address']],
])('%j: another order, by its %j', (document, differing) => {
	expect(judgeDocument(document, ORDER, 'a', ECHOES)).toEqual({ ...SHOWN, differing });
});

test.each([
	[{}],
	[{ status: 'done' }],
	[{ ext_id: 'b' }],
	[null],
	[[]],
	['a'],
	[{ document: null }],
])('%j does not show the order', (document) => {
	expect(judgeDocument(document, ORDER, 'a', ECHOES)).toEqual({ ...SHOWN, isShown: false });
});

describe('contradictions', () => {
	const names = ['amount', 'network', 'to_address', 'offer_id'];
	const sent = { amount: '1.50', network: 'TRON', to_address: 'T1', offer_id: null };

	test.each([
		['nothing', {}],
		['no record', 'text'],
		['other spellings', { amount: 1.5, network: 'tron', to_address: 'T1' }],
		['what was not sent', { offer_id: 'x' }],
		['what is no text', { to_address: { text: 'T2' }, amount: null }],
		['another of a field that is not looked at', { fee: '2' }],
	])('are not in %s', (_, answer) => {
		expect(contradictions(answer, sent, names)).toEqual([]);
	});

	test('are what is shown otherwise than sent', () => {
		const answer = { amount: '1.51', network: 'ETH', to_address: 't1' };
		expect(contradictions(answer, sent, names)).toEqual(['amount', 'network', 'to_address']);
	});
});
