import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { table } from '../scripts/docs/table';
import { ensureN8n, n8nVersion } from '../stack/n8n-install';
import { packTarball } from '../stack/package';
import { runCommand } from '../stack/run-command.cjs';
import { progressPrinter } from '../stack/progress.cjs';
import { type Bench, median, type Row, type Section } from './bench';
import { measureBudgets } from './budgets';
import { measureBulk } from './bulk';
import { measureCalls } from './calls';
import { measureHostile } from './hostile';
import { measureLarge } from './large';
import { measureMemory } from './memory';
import { measureParsers } from './parsers';
import { measureRateLimits } from './rate-limits';
import { measureStarts } from './starts';
import { measureTrigger } from './trigger';

type Measure = (bench: Bench) => Promise<Section[]>;

/** The benches by name, each with its title and measurements. */
const BENCHES: Record<string, [string, ...Measure[]]> = {
	calls: ['calls', measureParsers, measureStarts, measureRateLimits, measureCalls, measureBudgets],
	budgets: ['budgets', measureBudgets],
	bulk: ['many items', measureBulk, measureMemory],
	trigger: ['the trigger', measureTrigger],
	large: ['large responses', measureLarge],
	hostile: ['hostile input', measureHostile],
};

/** What the figures depend on. Other load on the machine slows everything down. */
async function machineLines(): Promise<string> {
	const { nodeBinary } = await ensureN8n();
	const node = await runCommand('node --version', nodeBinary, ['--version']);
	const processor = os.cpus()[0]?.model.trim() ?? 'unknown';
	const load = (os.loadavg()[0] ?? 0).toFixed(1);
	return `- ${os.cpus().length} cores (${processor}), ${os.platform()} ${os.release()} ${os.arch()}; load at the start ${load}
- n8n ${await n8nVersion()} on Node ${node.trim()}; bench and sandbox on Node ${process.version}`;
}

function shown(value: number, unit: string): string {
	return `${value.toLocaleString('en', { maximumSignificantDigits: 3 })} ${unit}`.trim();
}

function cells({ what, ours, theirs, unit, least, most, isRight = true }: Row): string[] {
	const ratios = theirs && ours.map((value, run) => value / (theirs[run] ?? NaN));
	const measured = median(ratios ?? ours);
	const wanted = least === undefined ? 'at most' : 'at least';
	const bound = least ?? most;
	const isWithin = measured >= (least ?? -Infinity) && measured <= (most ?? Infinity);
	const verdict = isWithin && isRight ? 'met' : '**not met**';
	return [
		what,
		shown(median(ours), unit),
		theirs ? shown(median(theirs), unit) : '',
		ratios ? measured.toFixed(2) : '',
		bound === undefined ? '' : `${wanted} ${shown(bound, ratios ? '' : unit)}`,
		bound === undefined ? '' : verdict,
	];
}

function section({ title, about, rows }: Section): string[] {
	const head = ['', 'ours', 'theirs', 'ratio', 'wanted', ''];
	return [`## ${title}`, about, table(head, rows.map(cells))];
}

/** Runs the named bench and writes its report. With --quick, it only prints the report. */
async function main(): Promise<void> {
	const [name = '', ...options] = process.argv.slice(2);
	const [title, ...measures] = BENCHES[name] ?? [];
	if (title === undefined) throw new Error(`Name a bench: ${Object.keys(BENCHES).join(', ')}`);
	const isQuick = options.includes('--quick');
	const owner = { email: 'owner@example.com', password: `Bench-1-${randomUUID()}` };
	const begin = performance.now();
	const machine = await machineLines();
	const sections: Section[] = [];
	const step = progressPrinter();
	const tarball = await packTarball(step);
	for (const measure of measures) {
		const stops: (() => Promise<void>)[] = [];
		try {
			const stopLater = (stop: () => Promise<void>) => stops.push(stop);
			sections.push(...(await measure({ isQuick, tarball, owner, step, stopLater })));
		} finally {
			for (const stop of stops.reverse()) await stop();
		}
	}
	const text = [
		`# Bench of ${title}`,
		'Figures are of one machine on one day: look at the ratios, which are medians of several runs that take turns.',
		`${machine}\n- the whole bench took ${Math.round((performance.now() - begin) / 60_000)} min`,
		...sections.flatMap(section),
	].join('\n\n');
	const prefix = name === 'calls' ? '' : `${name.toUpperCase()}-`;
	const filepath = path.join(__dirname, `${prefix}RESULTS.md`);
	const report = await format(text, { ...(await resolveConfig(filepath)), filepath });
	console.log(`\n${report}`);
	if (!isQuick) await writeFile(filepath, report);
}

void main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
