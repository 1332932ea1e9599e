// The audit of bundled packages: an advisory fails it, one of a tool does not, and a registry without audits leaves it open.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { root } from './support/built-package';

const TSX = path.join(root, 'node_modules/.bin/tsx');
const GATE = path.join(root, 'dev/scripts/gates/audit.ts');

/** Runs the gate against a registry that gives this response to each request for advisories. */
async function audited(status: number, answer: object) {
	const registry = createServer((request, response) => {
		const isAudit = request.method === 'POST' && request.url?.endsWith('/advisories/bulk');
		response.writeHead(isAudit ? status : 404, { 'content-type': 'application/json' });
		response.end(JSON.stringify(isAudit ? answer : {}));
	});
	registry.listen(0, '127.0.0.1');
	await once(registry, 'listening');
	try {
		const { port } = registry.address() as AddressInfo;
		const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` };
		const gate = spawn(TSX, [GATE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
		let said = '';
		gate.stdout.setEncoding('utf8').on('data', (chunk: string) => {
			said += chunk;
		});
		const [code] = (await once(gate, 'close')) as [number];
		return { code, said };
	} finally {
		registry.closeAllConnections();
		registry.close();
	}
}

const advisory = { id: 1, url: 'https://advisories.example/1', title: 'Reads too much' };
const high = { ...advisory, severity: 'high' };

test('an advisory of a bundled package, in the version that is bundled, fails it', async () => {
	const { code, said } = await audited(200, { qr: [{ ...high, vulnerable_versions: '*' }] });
	expect(said).toMatch(/^qr [\d.]+: Reads too much \(high\) https:\/\/advisories\.example\/1\n$/);
	expect(code).toBe(1);
});

test('an advisory of another version, which a tool has, or of a tool itself does not', async () => {
	const other = { 'lru-cache': [{ ...high, vulnerable_versions: '<11' }] };
	const tool = { prettier: [{ ...high, vulnerable_versions: '*' }] };
	expect(await audited(200, { ...other, ...tool })).toEqual({ code: 0, said: '\n' });
});

test('a registry without audits: nothing was checked, which is neither passed nor failed', async () => {
	const { code, said } = await audited(405, {});
	expect(said).toMatch(/not checked/);
	expect(code).toBe(75);
});
