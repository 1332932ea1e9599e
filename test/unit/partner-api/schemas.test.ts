// Which responses have the shapes of section 2.
import { parseJson } from '../../../partner-api/values/json';
import * as schemas from '../../../partner-api/schemas';

const { shapeProblem } = schemas;

const CHECK = {
	id: 7,
	status: 'completed',
	network: 'eth',
	address: '0x0',
	price_usdt: '0.75',
	cached: false,
	created_at: '2026-01-31T12:00:00Z',
};

const BALANCE = {
	currency: 'USDT',
	ledger_balance: '1000.00',
	reserved: '0',
	available_balance: '-0.5',
	pending_credit: '0.00',
	as_of: '2026-01-31T12:00:00Z',
};

function problem(schema: Parameters<typeof shapeProblem>[0], answer: unknown): string {
	const failure = shapeProblem(schema, answer);
	return failure ? `${failure.code}: ${failure.details.detail ?? ''}` : 'none';
}

describe('a KYT check (section 2.6)', () => {
	test('with every field, unknown ones, and null where a field is optional', () => {
		const whole = { ...CHECK, risk_score: 87.5, sanctions_hit: true, report: { a: [1] }, extra: 1 };
		expect(problem(schemas.kytCheckSchema, whole)).toBe('none');
		const nulls = { ...CHECK, risk_score: null, severity: null, error_code: null, report: null };
		expect(problem(schemas.kytCheckSchema, nulls)).toBe('none');
	});

	test.each(['9223372036854775807', '7', '-1'])('id %s as the API sends it', (digits) => {
		const sent = JSON.stringify({ ...CHECK, id: 'ID' }).replace('"ID"', digits);
		const { id } = schemas.kytCheckSchema.parse(parseJson(sent));
		expect(String(id)).toBe(digits);
	});

	test('with anything in the other fields it is one: nothing that came may be lost over them', () => {
		const rest = [...Object.keys(CHECK), 'error_code', 'risk_score', 'severity', 'sanctions_hit'];
		for (const value of [undefined, null, false, 3, 'x', [], { x: 1 }]) {
			const odd = Object.fromEntries(rest.map((field) => [field, value]));
			const { network, address } = CHECK;
			expect(problem(schemas.kytCheckSchema, { ...odd, network, address })).toBe('none');
		}
	});

	test.each(['network', 'address'])(
		'without %s it is not one, and the error names the field',
		(field) => {
			const incomplete = { ...CHECK, [field]: undefined };
			expect(problem(schemas.kytCheckSchema, incomplete)).toMatch(`unexpected_answer: ${field}:`);
		},
	);
});

test.each(['1e3', '1,000.00', '', ' 1', 1000])(
	'%j is no amount of the balance (section 1, rule 4, and section 2.1)',
	(amount) => {
		const answer = { ...BALANCE, available_balance: amount };
		expect(problem(schemas.balanceSchema, answer)).toMatch('available_balance');
	},
);

test.each([null, 'text', 7, []])('%j is no record', (answer) => {
	expect(problem(schemas.recordSchema, answer)).toMatch('unexpected_answer: the response:');
});

test('the error never repeats a value, which could be a secret', () => {
	const answer = { ...CHECK, address: { pan: 'hidden-number' } };
	expect(problem(schemas.kytCheckSchema, answer)).not.toContain('hidden-number');
});
