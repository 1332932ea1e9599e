// Runs n8n's own scan of published community packages over the sources and the tarball. The rules for n8n Cloud are
// off: docs/install.md says why.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ESLint } from 'eslint';
import { enableTypeScript } from '../../stack/bootstrap.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const WITHOUT_CLOUD = {
	rules: {
		'@n8n/community-nodes/no-restricted-globals': 'off',
		'@n8n/community-nodes/no-restricted-imports': 'off',
	},
};

/**
 * Known findings in the code of bundled packages. Another number means that the code has changed: review it, then
 * update the number.
 */
const IN_CODE_OF_OTHERS = [
	{ rule: 'no-console', file: 'dist/package.js', times: 13, by: 'debug, ioredis, lru-cache' },
];

/** New findings in a folder, as lines for people. */
async function scan(folder, patterns, rules) {
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: rules,
	});
	const found = (await eslint.lintFiles(patterns)).flatMap(({ filePath, messages }) => {
		const file = path.relative(folder, filePath).replaceAll(path.sep, '/');
		return messages.map(({ ruleId, line, column, message }) => {
			return { file, rule: ruleId, text: `${file}:${line}:${column} ${message} (${ruleId})` };
		});
	});
	const isOf = (known) => (one) => one.file === known.file && one.rule === known.rule;
	const settled = IN_CODE_OF_OTHERS.filter(
		(known) => found.filter(isOf(known)).length === known.times,
	);
	return found.filter((one) => !settled.some((known) => isOf(known)(one))).map(({ text }) => text);
}

async function unpack(tarball, folder) {
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', folder]);
	return path.join(folder, 'package');
}

await enableTypeScript();
const { default: stack } = await import('../../stack/package.ts');
const temporary = await mkdtemp(path.join(tmpdir(), 'n8n-scan-'));
try {
	// The scanner makes its own folder as soon as it is loaded, and never removes it.
	process.env.TMPDIR = temporary;
	const scanner = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const rules = [...(await scanner.buildScanConfig()), WITHOUT_CLOUD];
	const unpacked = await unpack(await stack.packTarball(), temporary);
	const found = [
		...(await scan(ROOT, scanner.SOURCE_FILE_PATTERNS, rules)),
		// These are the scanner's own patterns for a tarball.
		...(await scan(unpacked, ['**/*.js', 'package.json'], rules)),
	];
	console.log(found.join('\n'));
	if (found.length > 0) process.exitCode = 1;
} finally {
	await rm(temporary, { recursive: true, force: true });
}
