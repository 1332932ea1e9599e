import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { ensureN8n } from '../stack/n8n-install';
import { runCommand } from '../stack/run-command.cjs';

/** What the figures depend on. */
export interface Machine {
	cores: number;
	processor: string;
	system: string;
	/** Runs the bench and the sandbox. */
	node: string;
	/** Runs n8n and bare undici. */
	nodeOfN8n: string;
	n8n: string;
	/** Processes that wanted a core when the bench began: what others do slows everything down. */
	loadAtStart: number;
}

const versionSchema = z.object({ version: z.string() });

/** What the numbers of a bench depend on, as it is when the bench begins. */
export async function describeMachine(): Promise<Machine> {
	const { nodeBinary, script } = await ensureN8n();
	const manifest = path.join(path.dirname(script), '..', 'package.json');
	const { version } = versionSchema.parse(JSON.parse(await readFile(manifest, 'utf8')));
	return {
		cores: os.cpus().length,
		processor: os.cpus()[0]?.model.trim() ?? 'unknown',
		system: `${os.platform()} ${os.release()} ${os.arch()}`,
		node: process.version,
		nodeOfN8n: (await runCommand('node --version', nodeBinary, ['--version'])).trim(),
		n8n: version,
		loadAtStart: os.loadavg()[0] ?? 0,
	};
}

/** The machine in a report; `seconds` is what the whole bench took. */
export function machineLines(machine: Machine, seconds: number): string {
	const { cores, processor, system, loadAtStart, n8n, nodeOfN8n, node } = machine;
	return [
		`- ${cores} cores (${processor}), ${system}; load at the start ${loadAtStart.toFixed(1)}`,
		`- n8n ${n8n} on Node ${nodeOfN8n}; bench and sandbox on Node ${node}`,
		`- the whole bench took ${Math.round(seconds / 60)} min`,
	].join('\n');
}
