import { runTool, secondsSince } from './run-tool.mjs';

/** The gate that others wait for. */
export const BUILD = 'build';

/** The other gates. Each is one test: it passes when the tool finds nothing. The first ones take longest. */
export const GATES = {
	eslint: ['eslint', '--max-warnings', '0', '.'],
	tsc: ['tsc'],
	prettier: ['prettier', '--check', '.'],
	knip: ['knip', '--no-progress', '--treat-config-hints-as-errors'],
	imports: ['depcruise', '.'],
};

const ALL = { ...GATES, [BUILD]: ['gulp', 'build'] };

const AT_ONCE = 2;

/**
 * Runs the named gates, two at a time; each prints its outcome as one block when it is done.
 *
 * @param {string[]} names of gates
 * @returns {Promise<Record<string, boolean>>} whether each passed
 */
export async function runGates(names) {
	// Not at the top: on a clean clone nothing is installed when this module is loaded.
	const { default: pMap } = await import('p-map');
	const outcomes = await pMap(
		names,
		async (name) => {
			const start = performance.now();
			const [tool, ...args] = ALL[name];
			const { ok, output } = await runTool(tool, args, { collect: true });
			console.log(`${ok ? 'PASS' : 'FAIL'} ${name} (${secondsSince(start)})`);
			if (!ok) console.log(output.trimEnd().replace(/^/gm, '    '));
			return [name, ok];
		},
		{ concurrency: AT_ONCE },
	);
	return Object.fromEntries(outcomes);
}
