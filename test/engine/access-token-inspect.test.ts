/** Proves that the expiry of a token is shown as the token itself tells it, and that one beyond all dates is told as it is. */
import { useServers } from '../support/servers';
import { outputs, startNode } from './support/run-node';
import { OwnApis } from './support/setup-check';

const apis = new OwnApis(useServers());

test.each<[string, unknown, string | null]>([
	['8640000000001', 8_640_000_000_001, null],
	['9223372036854775807', '9223372036854775807', null],
	['1e400', '1e400', null],
	['"never"', 'never', null],
	['{"toString":1,"valueOf":1}', { toString: 1, valueOf: 1 }, null],
	['8640000000000', 8_640_000_000_000, '+275760-09-13T00:00:00.000Z'],
	['1800000900.5', 1_800_000_900.5, '2027-01-15T08:15:00.500Z'],
])('an exp of %s', async (exp, claim, expiry) => {
	const claims = Buffer.from(`{"partner_id":1,"iat":1800000000,"exp":${exp}}`);
	const token = `eyJhIjoxfQ.${claims.toString('base64url')}.x`;
	const credential = await apis.start(() => ({ status: 200, body: { keys: [] } }), token);
	const parameters = { resource: 'accessToken', operation: 'inspect', options: {} };
	const run = await startNode({ credential, parameters, items: [{}] });
	const told = { claims: { exp: claim }, expires_at: expiry };
	expect(outputs(run)[0]?.[0]?.json).toMatchObject(told);
});
