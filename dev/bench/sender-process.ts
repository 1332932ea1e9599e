import { Agent, request } from 'undici';
import {
	certificateKey,
	readSettings,
	signCertificate,
	type Statement,
	tokenProvider,
} from '../../partner-api';

/** The calls to send. */
export interface Work {
	connections: number;
	/** The credential whose access token goes with each call. Without it, calls have no token. */
	fields?: Record<string, string>;
	/** The statement to sign for each response, if any. */
	statement?: Statement;
	calls: { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; body?: string }[];
}

/** From the first call to the last response, or the last certificate, in milliseconds since 1970. */
export interface Span {
	begin: number;
	end: number;
}

const now = (): number => performance.timeOrigin + performance.now();

/** Nothing but undici: no time-out, no proxy, no schema. @throws Error for a response that is not 200 */
async function send({ connections, fields, statement, calls }: Work): Promise<Span> {
	const token = fields && (await tokenProvider.get(readSettings(fields))).value;
	const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
	const dispatcher = new Agent({ connections });
	const begin = now();
	const responses = calls.map(async ({ url, headers, ...call }) => {
		const options = { ...call, headers: { ...headers, ...authorization }, dispatcher };
		const { statusCode, body } = await request(url, options);
		if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
		return await body.json();
	});
	const records = await Promise.all(responses);
	if (statement && fields) {
		const key = await certificateKey(readSettings(fields).privateKey);
		for (const record of records) signCertificate(key, statement, record as object);
	}
	const end = now();
	await dispatcher.close();
	return { begin, end };
}

/** Answers the parent's askChild() and exits when the parent is gone. */
process.on('message', (message) => {
	const { id, argument } = message as { id: string; argument: Work };
	send(argument).then(
		(answer) => process.send?.({ id, answer }),
		(error: unknown) => process.send?.({ id, error: String(error) }),
	);
});
process.on('disconnect', () => process.exit());
