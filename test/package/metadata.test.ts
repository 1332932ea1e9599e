// What n8n reads of the built package, and its loader on it.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { classNameOf, manifest, readJson, root, runScript } from './support/built-package';

const descriptionSchema = z
	.object({
		name: z.string(),
		iconUrl: z.object({ light: z.string(), dark: z.string() }),
		credentials: z.array(z.object({ name: z.string() })).default([]),
		properties: z.array(z.unknown()),
		codex: z.object({ alias: z.array(z.string()) }).optional(),
	})
	.passthrough();

const credentialSchema = descriptionSchema.omit({ credentials: true, codex: true });

const knownSchema = z.record(
	z.object({
		className: z.string(),
		sourcePath: z.string(),
		supportedNodes: z.array(z.string()).default([]),
	}),
);

const loadedSchema = z.object({
	atStart: z.object({ isLazyLoaded: z.boolean(), requiredFiles: z.array(z.string()) }),
	nodes: z.array(
		z.object({ name: z.string(), className: z.string(), description: descriptionSchema }),
	),
	credentials: z.array(
		z.object({ name: z.string(), className: z.string(), properties: z.array(z.unknown()) }),
	),
});

const known = {
	nodes: readJson('dist/known/nodes.json', knownSchema),
	credentials: readJson('dist/known/credentials.json', knownSchema),
};
const types = {
	nodes: readJson('dist/types/nodes.json', z.array(descriptionSchema)),
	credentials: readJson('dist/types/credentials.json', z.array(credentialSchema)),
};

describe('dist/known and dist/types', () => {
	it.each(['nodes', 'credentials'] as const)('list the %s package.json names', (kind) => {
		const entries = Object.values(known[kind]);
		expect(entries.map((entry) => entry.sourcePath)).toEqual(manifest.n8n[kind]);
		expect(entries.map((entry) => entry.className)).toEqual(manifest.n8n[kind].map(classNameOf));
		expect(types[kind].map((type) => type.name)).toEqual(Object.keys(known[kind]));
	});

	it.each<[string, string[]]>([
		['wallet', ['action', 'balance', 'gate']],
		['address', ['action', 'gate']],
		['crypto', ['action', 'balance', 'gate', 'trigger']],
		['payout', ['action', 'gate', 'trigger']],
		['deposit', ['action', 'balance']],
		['balance', ['action', 'balance']],
		['voucher', ['action', 'trigger']],
		['gift card', ['action', 'trigger']],
		['eSIM', ['action', 'trigger']],
		['AML', ['action', 'gate']],
		['KYC', ['action', 'gate']],
		['sanctions', ['action', 'gate']],
		['KYT', ['action', 'gate']],
		['card product', ['action']],
		['ledger', ['action']],
		['reconcile', ['action']],
		['order', ['action', 'trigger']],
		['top up', ['action', 'balance', 'trigger']],
		['freeze', ['action', 'trigger']],
	])('let the node creator find by "%s": %j', (word, found) => {
		const nodes = { action: '', balance: 'BalanceTrigger', gate: 'Screening', trigger: 'Trigger' };
		const aliasesOf = (node: string) =>
			types.nodes.find(({ name }) => name === `partnerSettlement${node}`)?.codex?.alias ?? [];
		const having = Object.entries(nodes).filter(([, node]) =>
			aliasesOf(node).some((alias) => alias.toLowerCase() === word.toLowerCase()),
		);
		expect(having.map(([which]) => which)).toEqual(found);
	});

	it('say which nodes use a credential', () => {
		for (const [name, { supportedNodes }] of Object.entries(known.credentials)) {
			const users = types.nodes.filter((node) => node.credentials.some((use) => use.name === name));
			expect(users).not.toEqual([]);
			expect(supportedNodes).toEqual(users.map((node) => node.name));
		}
	});

	it('name icons that are in dist', () => {
		const urls = [...types.nodes, ...types.credentials].flatMap((type) => [
			type.iconUrl.light,
			type.iconUrl.dark,
		]);
		const prefix = `icons/${manifest.name}/`;
		expect(urls.filter((url) => !url.startsWith(`${prefix}dist/`))).toEqual([]);
		const missing = urls.filter((url) => !existsSync(path.join(root, url.slice(prefix.length))));
		expect(missing).toEqual([]);
	});
});

describe("n8n's loader", () => {
	let userFolder: string;
	let loaded: z.infer<typeof loadedSchema>;

	beforeAll(async () => {
		userFolder = await mkdtemp(path.join(tmpdir(), 'lazy-load-'));
		loaded = await runScript(
			require.resolve('./support/lazy-load.cjs'),
			[root, require.resolve('n8n-core')],
			{ PATH: process.env.PATH, N8N_USER_FOLDER: userFolder },
			loadedSchema,
		);
	});

	afterAll(async () => {
		await rm(userFolder, { recursive: true, force: true });
	});

	it('requires no code of the package at start', () => {
		expect(loaded.atStart).toEqual({ isLazyLoaded: true, requiredFiles: [] });
	});

	it('finds classes that match what dist/types tells the editor', () => {
		// Only the generator, which loads eagerly, knows the package's version.
		const withoutVersion = types.nodes.map(({ communityNodePackageVersion, ...description }) => {
			expect(communityNodePackageVersion).toBe(manifest.version);
			return description;
		});
		expect(loaded.nodes.map((node) => node.description)).toEqual(withoutVersion);
		expect(loaded.credentials.map(({ properties }) => properties)).toEqual(
			types.credentials.map(({ properties }) => properties),
		);
	});

	it('finds each class under its name', () => {
		expect(loaded.nodes.map((node) => node.className)).toEqual(manifest.n8n.nodes.map(classNameOf));
		expect(loaded.credentials.map((credential) => credential.className)).toEqual(
			manifest.n8n.credentials.map(classNameOf),
		);
	});
});
