import Fastify, { type FastifyInstance, type RawRequestDefaultExpression } from 'fastify';
import { authEndpoints, exchangeToken, TOKEN_PATH } from './endpoints/auth';
import { balanceEndpoints } from './endpoints/balance';
import { createBatch } from './endpoints/batch';
import { cardEndpoints, cardProducts, freezeCard, issueCard, topUpCard } from './endpoints/cards';
import { getDocument } from './endpoints/documents';
import { esimEndpoints, purchaseEsim, purchaseEsimPlan } from './endpoints/esims';
import { giftEndpoints, purchaseGift } from './endpoints/gifts';
import { checkAddress, kytEndpoints } from './endpoints/kyt';
import { registerWebhook } from './endpoints/webhooks';
import { createWithdrawal } from './endpoints/withdrawals';
import { DIALECTS } from './dialects';
import type { Dialect } from './dialects/dialect';
import { answerOfError } from './http/answers';
import { RateLimit } from './http/authorize';
import type { Endpoint } from './http/endpoint';
import { notFound } from './http/errors';
import { inDialect } from './http/in-dialect';
import { ROOT } from './http/only-here';
import { callEndpoint, callPlain, serve, type Incoming } from './http/serve';
import type { SandboxOptions } from './options';
import type { TokenType } from './state/tokens';
import type { World } from './world';

/** The two bases differ, so that a client that mixes them up gets 404 (section 1, rule 2). */
export const PREFIXES: Record<Endpoint['base'], string> = { api: '/gw', base: '/core' };

/** Every call of the document except the token exchange, at its place in as-shown. */
export function endpointsOf(serviceCode: string): Endpoint[] {
	const cardIssue = issueCard(serviceCode);
	const batch = createBatch({
		withdrawal: createWithdrawal,
		card_issue: cardIssue,
		card_topup: topUpCard,
		card_freeze: freezeCard,
		gift_purchase: purchaseGift,
		esim_purchase: purchaseEsim,
		esim_plan: purchaseEsimPlan,
		kyt_check: checkAddress,
	});
	return [
		...authEndpoints,
		...balanceEndpoints,
		createWithdrawal,
		cardIssue,
		cardProducts(serviceCode),
		...cardEndpoints,
		...esimEndpoints,
		...giftEndpoints,
		...kytEndpoints,
		getDocument,
		batch,
		registerWebhook,
	];
}

function newServer(
	tls: SandboxOptions['tls'],
	rewriteUrl: (request: RawRequestDefaultExpression) => string,
): FastifyInstance {
	const options = { forceCloseConnections: true, exposeHeadRoutes: false, rewriteUrl };
	if (tls === undefined) return Fastify(options);
	// Fastify has another type for an HTTPS server. Every route here works on both.
	return Fastify({ ...options, https: tls });
}

/** Adds the token exchange, and {base_url}'s own if the dialect has one. */
function addExchanges(app: FastifyInstance, world: World, dialect: Dialect): void {
	const add = (url: string, typ: TokenType): void => {
		app.post(url, async (request, reply) => {
			await serve(world, request, reply, (incoming) =>
				callPlain(world, incoming, (body) => exchangeToken(world, typ, body)),
			);
		});
	};
	const { agentTokenPath } = dialect.differences;
	add(`${PREFIXES.api}${TOKEN_PATH}`, agentTokenPath === undefined ? 'agent' : 'partner');
	if (agentTokenPath !== undefined) add(`${PREFIXES.base}${agentTokenPath}`, 'agent');
}

function addCalls(app: FastifyInstance, world: World, dialect: Dialect): void {
	addExchanges(app, world, dialect);
	const limit = new RateLimit();
	for (const shown of endpointsOf(world.serviceCode)) {
		const endpoint = inDialect(dialect, shown);
		app.route({
			method: endpoint.method,
			url: `${PREFIXES[endpoint.base]}${endpoint.path}`,
			handler: async (request, reply) => {
				const work = (incoming: Incoming) => callEndpoint(world, limit, endpoint, incoming);
				await serve(world, request, reply, work, `${PREFIXES[shown.base]}${shown.path}`);
			},
		});
	}
}

/** The server with every call of the document. It doesn't listen yet. */
export function buildApp(world: World, tls: SandboxOptions['tls']): FastifyInstance {
	const dialects = [...new Set([...Object.values(DIALECTS), world.dialect])];
	// The routes of each dialect have a number as a prefix. Only the server itself adds it to a path.
	const app = newServer(tls, ({ url = '' }) => {
		const isOwn = url === '/' || url.startsWith(ROOT);
		return isOwn ? url : `/${dialects.indexOf(world.dialect)}${url}`;
	});
	app.removeAllContentTypeParsers();
	// Bodies stay text here: the raw bytes count, and int64 ids must keep their digits.
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
		done(null, body);
	});
	for (const [index, dialect] of dialects.entries()) {
		void app.register(
			(scope, _options, done) => {
				addCalls(scope, world, dialect);
				done();
			},
			{ prefix: `/${index}` },
		);
	}
	app.setNotFoundHandler(async (request, reply) => {
		await serve(world, request, reply, (incoming) =>
			Promise.resolve(
				answerOfError(notFound('not_found', `No ${incoming.method} ${incoming.path} here`)),
			),
		);
	});
	return app;
}
