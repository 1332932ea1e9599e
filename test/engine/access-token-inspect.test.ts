/** Proves which expiry of a token is shown, that one beyond all dates is told as it is, and that a clock that is off is told. */
import { outputs, startNode } from './support/run-node';
import { type Sandbox, startSandbox } from '../../dev/sandbox';
import { useServers } from '../support/servers';
import { OwnApis } from './support/setup-check';

const INSPECT = { resource: 'accessToken', operation: 'inspect', options: {} };

const apis = new OwnApis(useServers());
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});

afterAll(async () => {
	await sandbox.close();
});

describe('an expiry of any size is told as the token has it', () => {
	/** What the node puts out for a token whose `exp` is this JSON. */
	async function inspected(exp: string) {
		const claims = Buffer.from(`{"partner_id":1,"iat":1800000000,"exp":${exp}}`);
		const token = `eyJhIjoxfQ.${claims.toString('base64url')}.x`;
		const keySet = { status: 200, body: { keys: [] } };
		const credential = await apis.start(() => keySet, token);
		const run = await startNode({ credential, parameters: INSPECT, items: [{}] });
		expect(run.data.resultData.error).toBeUndefined();
		return outputs(run)[0]?.[0]?.json;
	}

	test.each<[string, unknown]>([
		['8640000000001', 8_640_000_000_001],
		['9223372036854775807', '9223372036854775807'],
		['1e400', '1e400'],
		['"never"', 'never'],
		['{"toString":1,"valueOf":1}', { toString: 1, valueOf: 1 }],
	])('beyond all dates, or none: %s', async (exp, claim) => {
		expect(await inspected(exp)).toMatchObject({ claims: { exp: claim }, expires_at: null });
	});

	test.each([
		['8640000000000', '+275760-09-13T00:00:00.000Z'],
		['1800000900', '2027-01-15T08:15:00.000Z'],
		['1800000900.5', '2027-01-15T08:15:00.500Z'],
	])('a date: %s', async (exp, expiry) => {
		expect(await inspected(exp)).toMatchObject({ expires_at: expiry });
	});
});
