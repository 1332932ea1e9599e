import type { FastifyReply, FastifyRequest } from 'fastify';

/** Where the page and the control calls are. */
export const ROOT = '/_sandbox';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the host name of a URL means this machine. */
export function isLoopback(hostname: string): boolean {
	return LOOPBACK.has(hostname);
}

/** htmx compiles the handlers in the templates from text, which needs 'unsafe-eval'. */
const POLICY = [
	"default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'self'; connect-src 'self'",
	"img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
].join('; ');

const HEADERS = {
	'cache-control': 'no-store',
	'content-security-policy': POLICY,
	'cross-origin-resource-policy': 'same-origin',
	'referrer-policy': 'same-origin',
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
};

/**
 * Refuses requests from other web pages in the same browser. Such a page has another origin. If its host name was
 * pointed here (DNS rebinding), the browser still sends that name as Host.
 */
export async function onlyFromHere(
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply | undefined> {
	const { host = '', origin } = request.headers;
	const own = `${request.protocol}://${host}`;
	const isHere = URL.canParse(own) && isLoopback(new URL(own).hostname);
	reply.headers(HEADERS);
	if (isHere && (origin === undefined || origin === new URL(own).origin)) return undefined;
	return await reply
		.code(403)
		.send('The sandbox takes this from its own page, curl and programs only.');
}
