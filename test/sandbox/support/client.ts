import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { importPKCS8, type JWTPayload, SignJWT } from 'jose';
import { parse, stringify } from 'lossless-json';
import {
	type PartnerCredentials,
	type PartnerOptions,
	type Sandbox,
	type SandboxOptions,
	startSandbox,
} from '../../../dev/sandbox';
import type { Place } from '../../../dev/sandbox/dialects/dialect';
import { TRON } from '../../support/addresses';
import { Servers } from '../../support/servers';
import { until } from '../../support/until';
import { used } from '../../support/used';

export interface Answer {
	status: number;
	headers: Headers;
	text: string;
	body: Record<string, unknown>;
}

export interface AssertionChange {
	claims?: JWTPayload & Record<string, unknown>;
	header?: Record<string, unknown>;
	privateKeyPem?: string;
}

/** Reads a JSON object. Integers beyond 2^53 become bigint. */
export function readJson(text: string): Record<string, unknown> {
	const number = (digits: string): number | bigint =>
		/^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits))
			? BigInt(digits)
			: Number(digits);
	return parse(text, undefined, number) as Record<string, unknown>;
}

export async function readAnswer(response: Response): Promise<Answer> {
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.includes('application/json') ?? false;
	return {
		status: response.status,
		headers: response.headers,
		text,
		body: isJson && text !== '' ? readJson(text) : {},
	};
}

/** Sends a request with this token and this body, as JSON; without either if it is not given. */
export async function sendTo(
	url: string,
	body?: unknown,
	token?: string,
	method = 'POST',
): Promise<Answer> {
	const headers = {
		...(token !== undefined && { authorization: `Bearer ${token}` }),
		...(body !== undefined && { 'content-type': 'application/json' }),
	};
	return await readAnswer(await fetch(url, { method, headers, body: stringify(body) }));
}

/** Status and error code, as tests expect them. */
export function refusal({ status, body }: Answer): [number, unknown] {
	return [status, body.error];
}

/** A sandbox with one partner, and the calls a test makes as that partner. */
export class Client {
	private readonly tokens = new Map<string, string>();

	protected constructor(
		readonly sandbox: Sandbox,
		readonly partner: PartnerCredentials,
	) {}

	static async start(options: SandboxOptions = {}, partner?: PartnerOptions): Promise<Client> {
		const sandbox = await startSandbox({ settleMs: 5, kytDelayMs: 5, ...options });
		return await Client.of(sandbox, partner);
	}

	static async of(sandbox: Sandbox, partner?: PartnerOptions): Promise<Client> {
		return new Client(sandbox, await sandbox.createPartner(partner));
	}

	async assertion({ claims, header, privateKeyPem }: AssertionChange = {}): Promise<string> {
		const now = Math.floor(Date.now() / 1000);
		const own = { iss: this.partner.partnerId, aud: 'svc-partner-api', jti: randomUUID() };
		const payload = { ...own, iat: now, exp: now + 60, ...claims };
		return await new SignJWT(payload)
			.setProtectedHeader({ alg: 'EdDSA', kid: this.partner.keyId, ...header })
			.sign(await importPKCS8(privateKeyPem ?? this.partner.privateKeyPem, 'EdDSA'));
	}

	async exchange(body: unknown): Promise<Answer> {
		return await sendTo(`${this.sandbox.apiUrl}/auth/v1/partner/token`, body);
	}

	async exchangeWith(change: AssertionChange): Promise<Answer> {
		return await this.exchange({ assertion: await this.assertion(change) });
	}

	/** The token that one of the addresses takes. */
	async accessToken(base: Place['base'] = 'api'): Promise<string> {
		const { apiUrl, baseUrl, differences } = this.sandbox;
		const agentPath = base === 'base' ? differences.agentTokenPath : undefined;
		const url = agentPath ? baseUrl + agentPath : `${apiUrl}/auth/v1/partner/token`;
		const known = this.tokens.get(url);
		if (known !== undefined) return known;
		const { body } = await sendTo(url, { assertion: await this.assertion() });
		const { access_token, jwt = access_token } = (body.data ?? body) as Answer['body'];
		this.tokens.set(url, String(jwt));
		return String(jwt);
	}

	/** Sends no body if there is none. */
	async send({ method, base, path }: Place, body?: unknown, token?: string): Promise<Answer> {
		const { apiUrl, baseUrl } = this.sandbox;
		const url = `${base === 'api' ? apiUrl : baseUrl}${path}`;
		return await sendTo(url, body, token ?? (await this.accessToken(base)), method);
	}

	async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
		const authorization = `Bearer ${await this.accessToken()}`;
		const url = `${this.sandbox.apiUrl}${path}`;
		return await readAnswer(await fetch(url, { headers: { authorization, ...headers } }));
	}

	/** POST to {api_url}. Sends no body if there is none. */
	async api(path: string, body?: unknown): Promise<Answer> {
		return await this.send({ method: 'POST', base: 'api', path }, body);
	}

	/** POST to {base_url}. Sends no body if there is none. */
	async base(path: string, body?: unknown): Promise<Answer> {
		return await this.send({ method: 'POST', base: 'base', path }, body);
	}

	/** POST {base_url}/api/partner/<name>. */
	async call(name: string, body: unknown = {}): Promise<Answer> {
		return await this.base(`/api/partner/${name}`, body);
	}

	/** Orders a withdrawal that is accepted, or one with some fields changed. */
	async withdraw(change: Record<string, unknown> = {}): Promise<Answer> {
		const body = { currency: 'USDT', network: 'TRON', amount: '10', to_address: TRON };
		return await this.api('/partner/withdrawals', { ...body, ext_id: randomUUID(), ...change });
	}

	async available(): Promise<string> {
		return String((await this.get('/partner/balance')).body.available_balance);
	}

	/** The body of a GET once its status is this one. */
	async inStatus(path: string, status: string): Promise<Record<string, unknown>> {
		return await inStatus(() => this.get(path), status);
	}

	/** The document of an ext_id once its status is this one. */
	async document(extId: unknown, status: string): Promise<Record<string, unknown>> {
		return await inStatus(() => this.call('document_get', { ext_id: extId }), status);
	}
}

async function inStatus(look: () => Promise<Answer>, status: string) {
	// A dialect may have an envelope.
	const shown = async () => {
		const { body } = await look();
		return (body.data ?? body) as Answer['body'];
	};
	return await until(shown, (record) => record.status === status);
}

export interface Received {
	headers: IncomingHttpHeaders;
	body: string;
}

/** Whether this secret signed a delivery (section 6.1, rule 4). */
export function isSignedWith(secret: string, delivery: Received | undefined): boolean {
	const { headers, body } = delivery ?? { headers: {}, body: '' };
	return headers['x-svc-signature'] === createHmac('sha256', secret).update(body).digest('hex');
}

/** A partner's own webhook. It keeps the deliveries, and answers with the statuses that a test gives it, else with 200. */
class Receiver {
	readonly received: Received[] = [];
	readonly statuses: number[] = [];
	private readonly servers = new Servers();
	url = '';

	static async start(): Promise<Receiver> {
		const one = new Receiver();
		const origin = await one.servers.start((request, response) => {
			void text(request).then((body) => {
				one.received.push({ headers: request.headers, body });
				response.writeHead(one.statuses.shift() ?? 200).end('thanks');
			});
		});
		one.url = `${origin}/hook`;
		return one;
	}

	async arrived(count: number): Promise<Received[]> {
		return await until(
			() => this.received,
			(received) => received.length >= count,
		);
	}

	close(): void {
		this.servers.close();
	}
}

type Started = Parameters<typeof Client.start>;

/** A client for the tests of one file, which share its sandbox, or have one each. */
export const useClient = (each: boolean, given: () => Started = () => []) =>
	used(
		async () => await Client.start(...given()),
		async (client) => await client.sandbox.close(),
		each,
	);

/** A webhook for each test of a file. */
export const useReceiver = () =>
	used(
		async () => await Receiver.start(),
		(one) => one.close(),
		true,
	);
