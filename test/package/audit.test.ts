// The audit of bundled packages: an advisory fails it, one of a tool does not, and a registry without audits leaves it open.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { useServers } from '../support/servers';
import { root } from './support/built-package';

const TSX = path.join(root, 'node_modules/.bin/tsx');
const GATE = path.join(root, 'dev/scripts/gates/audit.ts');

const servers = useServers();

/** Runs the gate against a registry that gives this response to each request for advisories. */
async function audited(status: number, answer: object) {
	const registry = await servers.start((request, response) => {
		const isAudit = request.method === 'POST' && request.url?.endsWith('/advisories/bulk');
		response.writeHead(isAudit ? status : 404, { 'content-type': 'application/json' });
		response.end(JSON.stringify(isAudit ? answer : {}));
	});
	const env = { ...process.env, npm_config_registry: registry };
	const gate = spawn(TSX, [GATE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
	const [said] = await Promise.all([text(gate.stdout), once(gate, 'close')]);
	return { code: gate.exitCode, said };
}

const high = {
	...{ id: 1, url: 'https://advisories.example/1', title: 'Reads too much', severity: 'high' },
};
const every = [{ ...high, vulnerable_versions: '*' }];
const old = [{ ...high, vulnerable_versions: '<11' }];

test.each([
	[
		'a bundled package in its version: it fails',
		200,
		{ qr: every },
		1,
		/^qr [\d.]+: Reads too much \(high\) https:\/\/advisories\.example\/1\n$/,
	],
	[
		'another version, which a tool has, and a tool: it passes',
		200,
		{ 'lru-cache': old, prettier: every },
		0,
		/^\n$/,
	],
	[
		'nothing, from a registry without audits: it neither passes nor fails',
		405,
		{},
		75,
		/not checked/,
	],
])('an advisory of %s', async (_, status, answer, code, said) => {
	expect(await audited(status, answer)).toEqual({ code, said: expect.stringMatching(said) });
});
