// A local clock that is off is corrected by the API's, and the operator is told.
import { decodeJwt } from 'jose';
import { clockText, failureText } from '../../nodes/PartnerSettlement/messages/failure-text';
import { tokenProvider } from '../../partner-api';
import { BALANCE, Contract, EXCHANGE_REQUEST, failureOf } from './support/partner';
import { useServers } from './support/servers';
import { useSandbox } from './support/use-sandbox';

const api = useSandbox();
const servers = useServers();

beforeEach(() => {
	api.sandbox.configure({ clockOffsetSeconds: 0 });
});

describe.each([
	[120, 'behind'],
	[-120, 'ahead'],
])("the API's clock is off by %i s", (offset, direction) => {
	const seconds = new RegExp(`clock of this machine is 1(19|20|21) seconds ${direction}`);

	beforeEach(() => {
		api.sandbox.configure({ clockOffsetSeconds: offset });
	});

	test('the exchange is made once more by it, later ones at once; the operator is told', async () => {
		const client = api.contract.client();
		await client.call(BALANCE);
		expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(2);
		const token = await client.token();
		expect(clockText(token.clockSkewSeconds)).toMatch(seconds);
		expect(Math.abs(token.expiresAtMs - Date.now() - 900_000)).toBeLessThan(10_000);
		tokenProvider.drop(api.contract.settings(), token.value);
		await client.call(BALANCE);
		expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(3);
	});

	test('a clock that was set right since is found out as well', async () => {
		const client = api.contract.client();
		tokenProvider.drop(api.contract.settings(), (await client.token()).value);
		api.sandbox.configure({ clockOffsetSeconds: 0 });
		await client.call(BALANCE);
		expect((await client.token()).clockSkewSeconds).toBe(0);
	});

	test('another reason is told beside it', async () => {
		const failure = await failureOf(
			api.contract.client({}, { keyId: 'nobody-knows' }).call(BALANCE),
		);
		const context = { call: 'Balance: Get', changesState: false, urlField: 'API URL' };
		const { description } = failureText(failure, context);
		expect(description).toMatch('does not know this Key ID');
		expect(description).toMatch(seconds);
		expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(2);
	});
});

test.each(['yesterday', '-5', ''])('a Date header "%s" changes nothing', async (date) => {
	let requests = 0;
	const apiUrl = await servers.start((_request, response) => {
		requests += 1;
		response.writeHead(401, { date }).end('{"error":"invalid_aud"}');
	});
	const failure = await failureOf(api.contract.client({}, { apiUrl }).call(BALANCE));
	expect(failure).toMatchObject({ code: 'invalid_aud', outcome: 'not_sent' });
	expect(requests).toBe(1);
});

/** An API that takes no `iat` of the future. Its clock is so many seconds behind this machine's. */
async function strictApi(behind: number, status: number): Promise<string> {
	return await servers.start((request, response) => {
		let text = '';
		request.on('data', (part) => (text += String(part)));
		request.on('end', () => {
			const now = Math.floor(Date.now() / 1000) - behind;
			response.setHeader('date', new Date(now * 1000).toUTCString());
			if (!request.url?.endsWith('/token')) {
				response.end('{"currency":"USDT"}');
				return;
			}
			const { assertion } = JSON.parse(text) as { assertion: string };
			const { iat = Infinity, exp = 0 } = decodeJwt(assertion);
			if (iat <= now && exp > now && exp <= iat + 60) response.end('{"token":"opaque"}');
			else response.writeHead(status).end('{"error":"invalid_assertion"}');
		});
	});
}

test.each([
	[1, 401],
	[2, 401],
	[3, 401],
	[600, 401],
	[600, 403],
	[600, 422],
	[-600, 401],
])(
	'an API %i s behind, without leeway, that refuses with %i gives a token',
	async (behind, status) => {
		const apiUrl = await strictApi(behind, status);
		await api.contract.client({}, { apiUrl }).call(BALANCE);
	},
);

test('a clock that is off by a few seconds does no harm', async () => {
	for (const clockOffsetSeconds of [-4, 4]) {
		api.sandbox.configure({ clockOffsetSeconds });
		await (await Contract.of(api.sandbox)).client().call(BALANCE);
	}
	expect(api.sandbox.stats().unauthorized).toBe(0);
});
