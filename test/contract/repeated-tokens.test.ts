// A token or an assertion that the API repeats leaves the client neither in a response nor in an error.
import { randomUUID } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { SignJWT } from 'jose';
import { BALANCE, failureOf } from '../support/partner';
import { useServers } from '../support/servers';
import { useSandbox } from '../support/use-sandbox';

const api = useSandbox();
const servers = useServers();

const HIDDEN = '••••••••';
const ENDS_HIDDEN = /••••$/;
const EXCHANGE = '/auth/v1/partner/token';

/** A token of its own, so that no other test has it. */
async function newToken(): Promise<string> {
	const jwt = new SignJWT({ scope: 'balance:read' });
	return await jwt
		.setProtectedHeader({ alg: 'HS256' })
		.setIssuedAt()
		.setExpirationTime('15m')
		.setJti(randomUUID())
		.sign(new Uint8Array(32));
}

/**
 * An API that gives these tokens, one after another, and responds to calls with the result of `respond` for their
 * token.
 */
async function apiWith(
	tokens: string[],
	respond: (token: string) => [status: number, body: string],
) {
	const left = [...tokens];
	const apiUrl = await servers.start(({ url, headers }, response) => {
		if (url === EXCHANGE) {
			response.end(JSON.stringify({ access_token: left.shift() }));
			return;
		}
		const [, token = ''] = headers.authorization?.split(' ') ?? [];
		const [status, body] = respond(token);
		response.writeHead(status).end(body);
	});
	return api.contract.client({}, { apiUrl });
}

/** The parts of a token that an API may repeat. */
const FORMS: Record<string, (token: string) => string> = {
	'the token': (token) => token,
	'its payload': (token) => token.split('.')[1] ?? '',
	'its signature': (token) => token.split('.')[2] ?? '',
	'its payload and signature': (token) => token.split('.').slice(1).join('.'),
};
const PLACES: Record<string, (secret: string) => object> = {
	'a field': (secret) => ({ status: 'ok', seen: secret }),
	'a list': (secret) => ({ status: 'ok', list: [[`x ${secret}`]] }),
	'the name of a field': (secret) => ({ status: 'ok', [secret]: 1 }),
	'a text': (secret) => ({ status: 'ok', text: `You sent "${secret}", and more` }),
	'JSON in a text': (secret) => ({ status: 'ok', text: JSON.stringify({ seen: secret }) }),
	'an address': (secret) => ({ status: 'ok', next: `/page?t=${encodeURIComponent(secret)}` }),
};
const ERRORS: Record<string, (secret: string) => object> = {
	'the message': (secret) => ({ error: 'refused', message: `No rights: ${secret}` }),
	'the code': (secret) => ({ error: secret }),
};
const everyFormIn = (places: typeof PLACES) =>
	Object.entries(places).flatMap(([place, put]) =>
		Object.entries(FORMS).map(([form, of]) => {
			return { form, place, text: (secret: string) => JSON.stringify(put(of(secret))) };
		}),
	);

/** Everything that an error shows or that n8n could store. */
const shownBy = (error: Error) =>
	JSON.stringify([error, Object.entries(error), error.message, error.stack]);

function expectNothingOf(token: string, shown: string): void {
	for (const secret of token.split('.').slice(1)) expect(shown).not.toContain(secret.slice(-24));
	expect(shown).toContain(HIDDEN);
}

test.each(everyFormIn(PLACES))('$form in $place of a response', async ({ text }) => {
	const token = await newToken();
	const response = await (await apiWith([token], () => [200, text(token)])).call(BALANCE);
	expectNothingOf(token, JSON.stringify(response));
	expect(response).toMatchObject({ status: 'ok' });
});

test.each(everyFormIn(ERRORS))(
	'$form of an assertion or token, in $place of an error',
	async ({ text }) => {
		for (const status of [200, 403, 500]) {
			const token = await newToken();
			const client = await apiWith([token], () => [status, text(token)]);
			expectNothingOf(token, shownBy(await failureOf(client.call(BALANCE))));
		}
		let sent = '';
		const apiUrl = await servers.start((request, response) => {
			void json(request).then((body) => {
				({ assertion: sent } = body as { assertion: string });
				response.writeHead(400).end(text(sent));
			});
		});
		const failure = await failureOf(api.contract.client({}, { apiUrl }).call(BALANCE));
		expect(failure.details.phase).toBe('token');
		expectNothingOf(sent, shownBy(failure));
	},
);

test('after a 401, the response shows neither the refused token nor the new one', async () => {
	const [refused, next] = [await newToken(), await newToken()];
	const client = await apiWith([refused, next], (token) =>
		token === refused ? [401, '{}'] : [200, JSON.stringify({ refused, next })],
	);
	expect(await client.call(BALANCE)).toMatchObject({
		refused: expect.stringMatching(ENDS_HIDDEN) as string,
		next: expect.stringMatching(ENDS_HIDDEN) as string,
	});
});

test('a token that is not a JWT is hidden as a whole', async () => {
	const token = 'opaque+token/of-32-characters==';
	const client = await apiWith([token], () => [200, JSON.stringify({ text: `x${token}y` })]);
	expect(await client.call(BALANCE)).toEqual({ text: `x${HIDDEN}y` });
});

test('a response keeps the parts of a token that are not secret', async () => {
	const token = await newToken();
	const [header = '', payload = ''] = token.split('.');
	const kept = { header: `${header}.`, claims: payload.slice(0, 10), other: await newToken() };
	const client = await apiWith([token], () => [200, JSON.stringify(kept)]);
	expect(await client.call(BALANCE)).toEqual(kept);
	const short = await apiWith(['ok'], () => [200, '{"status":"ok"}']);
	expect(await short.call(BALANCE)).toEqual({ status: 'ok' });
});
