import type { Round } from './endpoint';

/** Makes so many deliveries to a contestant. */
export type Turn = (count: number) => Promise<Round>;

/** The rounds of each contestant by its name, one for each pass. */
export type Rounds = Record<string, Round[]>;

export interface PassOptions {
	passes: number;
	/** How long a turn is to take, about. */
	seconds: number;
}

/** Enough for code to be compiled, and to tell how many deliveries a turn takes. */
const WARM_UP = 100;
const FEWEST = 24;
const MOST = 3_000;

/**
 * All contestants in turn, again and again, every other time in reverse order, so that what else the machine does and
 * what changes with time hits all alike.
 */
export async function runPasses(
	turns: Record<string, Turn>,
	{ passes, seconds }: PassOptions,
): Promise<Rounds> {
	const contestants: { name: string; turn: Turn; rate: number; rounds: Round[] }[] = [];
	for (const [name, turn] of Object.entries(turns)) {
		contestants.push({ name, turn, rate: (await turn(WARM_UP)).rate, rounds: [] });
	}
	for (let pass = 0; pass < passes; pass += 1) {
		for (const contestant of pass % 2 === 0 ? contestants : contestants.toReversed()) {
			const count = Math.round(contestant.rate * seconds);
			const round = await contestant.turn(Math.min(Math.max(count, FEWEST), MOST));
			contestant.rate = round.rate;
			contestant.rounds.push(round);
		}
	}
	return Object.fromEntries(contestants.map(({ name, rounds }) => [name, rounds]));
}
