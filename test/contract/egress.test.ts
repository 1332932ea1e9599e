// n8n's policy for outgoing requests holds for each of ours.
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { EgressFilter } from '../../partner-api';
import { send } from '../../partner-api/http/transport';
import { BALANCE, BALANCE_REQUEST, EXCHANGE_REQUEST, failureOf } from '../support/partner';
import { useSandbox } from '../support/use-sandbox';

const api = useSandbox();

interface Policy {
	refusesUrl?: (url: string) => boolean;
	refusesHost?: (host: string) => boolean;
}

/** A policy as n8n hands it to a node; it keeps what it was asked. */
function filterOf({ refusesUrl, refusesHost }: Policy): EgressFilter & {
	urls: string[];
	hosts: string[];
} {
	const urls: string[] = [];
	const hosts: string[] = [];
	const secureLookup: LookupFunction = (host, options, done) => {
		hosts.push(host);
		if (refusesHost?.(host)) done(new Error(`${host} is not allowed`), '', 0);
		else lookup(host, options, done);
	};
	return {
		urls,
		hosts,
		validateUrl: async (url) => {
			urls.push(url);
			const refused = refusesUrl?.(url) ?? false;
			return await Promise.resolve(
				refused ? { ok: false, error: new Error('Not on the list of this n8n') } : { ok: true },
			);
		},
		createSecureLookup: () => secureLookup,
	};
}

test('a policy that allows everything is asked for each request, exchange included', async () => {
	const egress = filterOf({});
	await api.contract.client({ egress }).call(BALANCE);
	expect(egress.urls).toEqual([
		`${api.sandbox.apiUrl}/auth/v1/partner/token`,
		`${api.sandbox.apiUrl}/partner/balance`,
	]);
});

test('a refused exchange: nothing is sent at all', async () => {
	const egress = filterOf({ refusesUrl: () => true });
	expect(await failureOf(api.contract.client({ egress }).call(BALANCE))).toMatchObject({
		code: 'blocked_by_egress_filter',
		outcome: 'not_sent',
		details: { phase: 'token', detail: 'Not on the list of this n8n' },
	});
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(0);
});

test('a refused call: it is not sent', async () => {
	const egress = filterOf({ refusesUrl: (url) => url.endsWith('/balance') });
	expect(await failureOf(api.contract.client({ egress }).call(BALANCE))).toMatchObject({
		code: 'blocked_by_egress_filter',
		outcome: 'not_sent',
		details: { phase: 'call' },
	});
	expect(api.contract.arrived(BALANCE_REQUEST)).toBe(0);
});

describe('names are looked up by the policy', () => {
	function byName(): string {
		return api.sandbox.apiUrl.replace('127.0.0.1', 'localhost');
	}

	test('an allowed one is reached', async () => {
		const egress = filterOf({});
		await api.contract.client({ egress }, { apiUrl: byName() }).call(BALANCE);
		expect(new Set(egress.hosts)).toEqual(new Set(['localhost']));
	});

	test('a refused one: no connection, nothing sent', async () => {
		const egress = filterOf({ refusesHost: (host) => host === 'localhost' });
		expect(
			await failureOf(api.contract.client({ egress }, { apiUrl: byName() }).call(BALANCE)),
		).toMatchObject({
			code: 'connection_failed',
			outcome: 'not_sent',
			details: { detail: 'localhost is not allowed' },
		});
		expect(api.sandbox.stats().requests).toEqual({});
	});

	test('a connection made without the policy is not used under it', async () => {
		const about = { phase: 'call', method: 'GET', headers: {} } as const;
		const request = { ...about, url: byName(), timeoutMs: 5000 };
		await send(request);
		const egress = filterOf({ refusesHost: () => true });
		await expect(send({ ...request, egress })).rejects.toMatchObject({ outcome: 'not_sent' });
	});
});
