import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Owner } from '../stack/n8n-api-schemas';
import { stepPrinter } from '../stack/steps';
import { describeMachine, type Machine } from './machine';

/** What every bench works with. */
export interface Bench {
	/** To try a change: too little is measured for figures that count. */
	isQuick: boolean;
	machine: Machine;
	/** Of n8n. */
	owner: Owner;
	/** Says what is being done. */
	step: (line: string) => void;
	/** Takes what is to be ended when the bench is over, the last one first. */
	stopLater: (stop: () => Promise<void>) => void;
	/** Since the bench began. */
	seconds: () => number;
}

async function measureAndWrite(
	results: string,
	measure: (bench: Bench) => Promise<string>,
	stopLater: Bench['stopLater'],
): Promise<void> {
	const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
	const step = stepPrinter();
	const begin = performance.now();
	const text = await measure({
		isQuick: values.quick,
		machine: await describeMachine(),
		owner: { email: 'owner@example.com', password: `Bench-1-${randomBytes(8).toString('hex')}` },
		step,
		stopLater,
		seconds: () => (performance.now() - begin) / 1_000,
	});
	console.log(`\n${text}`);
	if (!values.quick) await writeFile(results, text);
	step(values.quick ? 'Done' : `Written to ${path.relative(process.cwd(), results)}`);
}

/** Runs a bench and writes its report to a file; with --quick it only prints it. */
export async function runBench(
	results: string,
	measure: (bench: Bench) => Promise<string>,
): Promise<void> {
	const stops: (() => Promise<void>)[] = [];
	try {
		await measureAndWrite(results, measure, (stop) => stops.push(stop));
	} catch (error) {
		console.error(error);
		process.exitCode = 1;
	} finally {
		for (const stop of stops.reverse()) await stop();
	}
}
