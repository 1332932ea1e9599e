import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Owner } from '../stack/n8n-api-schemas';

/** What every bench works with. */
export interface Bench {
	/** For trying out a change. It measures too little for reliable figures. */
	isQuick: boolean;
	/** The packed package. */
	tarball: string;
	/** The owner account of n8n. */
	owner: Owner;
	/** Reports progress. */
	step: (line: string) => void;
	/** Registers a cleanup. Cleanups run after this part of the bench, the last one first. */
	stopLater: (stop: () => Promise<void>) => void;
}

/** A line of a report. */
export interface Row {
	what: string;
	unit: string;
	/** One value per run. */
	ours: number[];
	/** Values of the other side's runs, which took turns with ours. The ratio is ours divided by theirs. */
	theirs?: number[];
	/** The bounds for the ratio, or for our value if nothing is compared. */
	least?: number;
	most?: number;
	/** Whether the result was also correct. */
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

/** A row for one field of the runs: our side and, if given, the other side. */
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

/** A row with a single value. */
export function single(what: string, unit: string, wanted: Wanted, value: number): Row {
	return { what, unit, ...wanted, ours: [value] };
}

/** Runs one after another. */
export async function repeat<Run>(count: number, run: () => Promise<Run>): Promise<Run[]> {
	const runs: Run[] = [];
	while (runs.length < count) runs.push(await run());
	return runs;
}

/** A folder that is deleted after this part of the bench. */
export async function temporaryFolder({ stopLater }: Bench): Promise<string> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-'));
	stopLater(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/**
 * The middle value, or the mean of the two middle ones if the count is even.
 *
 * @throws RangeError if there are no values
 */
export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const low = sorted[Math.ceil(sorted.length / 2) - 1];
	const high = sorted[Math.floor(sorted.length / 2)];
	if (low === undefined || high === undefined) throw new RangeError('No values for a median');
	return (low + high) / 2;
}
