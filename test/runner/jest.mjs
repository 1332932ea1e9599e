import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runTool } from './run-tool.mjs';
import { noteFiles } from './times.mjs';

async function readReport(file) {
	try {
		return JSON.parse(await readFile(file, 'utf8'));
	} catch (error) {
		// jest stopped before it had anything to report.
		if (error.code === 'ENOENT') return undefined;
		throw error;
	}
}

function countTests(report) {
	return {
		passed: report.numPassedTests,
		// A file that could not even be loaded has no tests to count, but it has failed.
		failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
		skipped: report.numPendingTests + report.numTodoTests,
	};
}

const MAX_LINES = 12;

/** Each failed test with its file and the beginning of its message, or the file that could not be loaded. */
function failuresOf(report) {
	return report.testResults.flatMap(({ name, message, assertionResults }) => {
		const failed = assertionResults.filter(({ status }) => status === 'failed');
		const texts = failed.map((one) => `${one.fullName}\n${one.failureMessages.join('\n')}`);
		const isUnloaded = failed.length === 0 && assertionResults.length === 0 && message !== '';
		return (isUnloaded ? [message] : texts).map((text) => {
			const lines = stripVTControlCharacters(text).split('\n').slice(0, MAX_LINES);
			return `${path.relative(process.cwd(), name)}: ${lines.join('\n')}`;
		});
	});
}

/**
 * Runs jest with its output on the terminal.
 *
 * @param {string[]} args jest's arguments
 * @param {Record<string, string>} variables of its environment: JEST_STAGE names stages of jest.config.cjs
 * @returns {Promise<{ passed: number, failed: number, skipped: number, failures: string[] }>} failed is at least 1
 *   when jest failed for a reason that is no test's, or ran nothing
 */
export async function runJest(args, variables = {}) {
	const folder = await mkdtemp(path.join(tmpdir(), 'jest-report-'));
	try {
		const file = path.join(folder, 'report.json');
		// A sandbox or an n8n that a failed test left behind must not keep the run from its end.
		const { ok } = await runTool('jest', [...args, '--forceExit', '--json', '--outputFile', file], {
			collect: false,
			variables,
		});
		const report = await readReport(file);
		if (report) noteFiles(report);
		const counts = report ? countTests(report) : { passed: 0, failed: 0, skipped: 0 };
		const nothingRan = counts.passed + counts.failed === 0;
		const failures = report ? failuresOf(report) : [];
		if (counts.failed === 0 && (!ok || nothingRan)) {
			counts.failed = 1;
			failures.push(`jest itself (${variables.JEST_STAGE ?? 'tests in this process'}), see above`);
		}
		return { ...counts, failures };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
