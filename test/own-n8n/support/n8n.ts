import { packTarball } from '../../../dev/stack/package';
import { OwnN8n } from '../../support/n8n/own-n8n';

let started: Promise<OwnN8n> | undefined;

/** The n8n of this folder's tests, which kill it and start it again. */
export function ownN8n(): Promise<OwnN8n> {
	return (started ??= packTarball().then((tarball) => OwnN8n.start(tarball)));
}

type Step = (n8n: OwnN8n) => unknown;

interface OverDeath {
	/** Starts what must be in progress when n8n is killed. */
	prepare: Step;
	whileDown?: Step;
}

const steps: OverDeath[] = [];
let died: Promise<OwnN8n> | undefined;

/** Adds a step to the one kill of n8n that all tests share. */
export function overDeath(step: OverDeath): void {
	steps.push(step);
}

async function die(): Promise<OwnN8n> {
	const n8n = await ownN8n();
	for (const { prepare } of steps) await prepare(n8n);
	await n8n.kill();
	for (const { whileDown } of steps) await whileDown?.(n8n);
	await n8n.startAgain();
	return n8n;
}

/** The n8n, killed and started again. It happens once for all tests, because a start takes longer than most of them. */
export function afterDeath(): Promise<OwnN8n> {
	return (died ??= die());
}
