import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Owner } from '../stack/n8n-api-schemas';

/** What every bench works with. */
export interface Bench {
	/** To try a change: too little is measured for figures that count. */
	isQuick: boolean;
	/** The packed package. */
	tarball: string;
	/** Of n8n. */
	owner: Owner;
	/** Says what is being done. */
	step: (line: string) => void;
	/** Takes what is to be ended when this part of the bench is over, the last one first. */
	stopLater: (stop: () => Promise<void>) => void;
}

/** A line of a report. */
export interface Row {
	what: string;
	unit: string;
	/** One value of each run. */
	ours: number[];
	/** Of runs that took turns with ours; the ratio is ours of theirs. */
	theirs?: number[];
	/** What is wanted of the ratio, or of our value where nothing is compared. */
	least?: number;
	most?: number;
	/** Whether that came of it which should, besides. */
	isRight?: boolean;
}
type Wanted = Pick<Row, 'least' | 'most' | 'isRight'>;

/** A table of a report. */
export interface Section {
	title: string;
	/** How to read it. */
	about: string;
	rows: Row[];
}

/** A line of a report: a field of one side of the runs, and of the other side. */
export function row<Field extends string, Side extends string>(
	what: string,
	unit: string,
	wanted: Wanted,
	runs: NoInfer<Record<Side, Record<Field, number>>>[],
	field: Field,
	ours: Side,
	theirs?: Side,
): Row {
	const of = (side: Side): number[] => runs.map((run) => run[side][field]);
	return { what, unit, ...wanted, ours: of(ours), theirs: theirs && of(theirs) };
}

/** A line of a report of one value. */
export function single(what: string, unit: string, wanted: Wanted, value: number): Row {
	return { what, unit, ...wanted, ours: [value] };
}

/** Runs one after another. */
export async function repeat<Run>(count: number, run: () => Promise<Run>): Promise<Run[]> {
	const runs: Run[] = [];
	while (runs.length < count) runs.push(await run());
	return runs;
}

/** A folder that is there until this part of the bench is over. */
export async function temporaryFolder({ stopLater }: Bench): Promise<string> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-'));
	stopLater(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/** The middle value; the mean of the two middle ones where the count is even. @throws RangeError for none */
export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const low = sorted[Math.ceil(sorted.length / 2) - 1];
	const high = sorted[Math.floor(sorted.length / 2)];
	if (low === undefined || high === undefined) throw new RangeError('No values for a median');
	return (low + high) / 2;
}
