// The page and the control calls of the sandbox answer to the page itself and to programs, and to no other page in the browser.
import { request } from 'node:http';
import { useClient } from './support/client';

const client = useClient(true);

const PATHS = ['', '/requests', '/events', '/faults', '/stats', '/page.css', '/htmx.js'];

/** fetch sets no Host. */
async function statusOf(method: string, path: string, headers: object): Promise<number> {
	const { port } = new URL(client.sandbox.url);
	return await new Promise((resolve, reject) => {
		const options = { host: '127.0.0.1', port, method, path: `/_sandbox${path}` };
		const asked = request({ ...options, headers: { host: `127.0.0.1:${port}`, ...headers } });
		asked.on('response', (response) => resolve(response.resume().statusCode ?? 0));
		asked.on('error', reject);
		asked.end();
	});
}

const HOSTS = ['partner.example', '127.0.0.1.evil.example', 'localhost.evil.example', 'evil@x:1'];
const ORIGINS = ['https://evil.example', 'null', 'http://127.0.0.1', 'http://localhost:5678', ''];

test.each(HOSTS)('not under the name %s, which DNS leads here', async (host) => {
	for (const path of PATHS)
		expect([path, await statusOf('GET', path, { host })]).toEqual([path, 403]);
	const origin = `http://${host}`;
	expect(await statusOf('POST', '/reset', { host, origin })).toBe(403);
	expect(await statusOf('POST', '/reset', { host })).toBe(403);
});

test.each(ORIGINS)('not from the origin %j', async (origin) => {
	await client.base('/api/purchase', { offer_id: 'gift-music-5', ext_id: 'g' });
	const type = 'application/x-www-form-urlencoded';
	for (const path of ['/reset', '/age', '/faults/clear', '/config']) {
		expect(await statusOf('POST', path, { origin, 'content-type': type })).toBe(403);
	}
	expect(await statusOf('DELETE', '/stats', { origin })).toBe(403);
	expect(await statusOf('GET', '/requests', { origin })).toBe(403);
	expect(client.sandbox.state.orders).toHaveLength(1);
});

test.each(['127.0.0.1', 'localhost'])(
	'at %s, from its own origin and without any',
	async (name) => {
		const host = `${name}:${new URL(client.sandbox.url).port}`;
		for (const path of PATHS) expect(await statusOf('GET', path, { host })).toBe(200);
		expect(await statusOf('POST', '/age', { host, origin: `http://${host}` })).toBe(200);
		expect(await statusOf('POST', '/age', { host })).toBe(200);
	},
);

test('and no frame, script or style of another page', async () => {
	const { headers } = await fetch(client.sandbox.pageUrl);
	expect(headers.get('x-frame-options')).toBe('DENY');
	expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
	expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
	expect(headers.get('access-control-allow-origin')).toBeNull();
});
