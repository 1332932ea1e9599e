// n8n's own scan of a community package, as n8n does it before it lists one: over the sources, and over the tarball. Its
// command takes published packages only. Not asked are the rules for n8n Cloud, see docs/install.md.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { ESLint } from 'eslint';
import { enableTypeScript } from '../../stack/bootstrap.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const { recommended, recommendedWithoutN8nCloudSupport: elsewhere } = n8nCommunityNodesPlugin.configs;

await enableTypeScript();
const folder = await mkdtemp(path.join(tmpdir(), 'n8n-scan-'));
// The scanner makes a folder there as soon as it is loaded, and leaves it.
process.env.TMPDIR = folder;
const { buildScanConfig, SOURCE_FILE_PATTERNS } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
const config = await buildScanConfig();

async function findings(cwd, patterns) {
	const eslint = new ESLint({ cwd, allowInlineConfig: false, overrideConfigFile: true, overrideConfig: config });
	const results = await eslint.lintFiles(patterns);
	return results.flatMap(({ filePath, messages }) => messages.map((m) => ({ file: path.relative(cwd, filePath), ...m })));
}
const { default: stack } = await import('../../stack/package.ts');
const tarball = await stack.packTarball(console.log);
const unpacked = path.join(folder, 'package');
await promisify(execFile)('tar', ['-xzf', tarball, '-C', folder]);
for (const [cwd, p] of [[ROOT, SOURCE_FILE_PATTERNS], [unpacked, ['**/*.js', 'package.json']]]) {
	for (const f of await findings(cwd, p)) console.log(f.severity, f.file, f.line, f.column, f.ruleId, f.message.slice(0, 160));
	console.log('---');
}
console.log(Object.keys(Object.assign({}, ...[recommended].flat().map((e) => e.rules))).length, Object.keys(Object.assign({}, ...[elsewhere].flat().map((e) => e.rules))).length);
await rm(folder, { recursive: true });
