import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import getPort from 'get-port';
import { z } from 'zod';
import { readArguments } from '../sandbox/command-line';
import { dialectSchema } from '../sandbox/dialects';
import { startDemo } from './demo';
import { describeDemo, welcome } from './describe-demo';
import { checkoutCache } from './paths';
import { progressPrinter } from './progress.cjs';

const USAGE = 'npm start -- [--dialect as-shown|resources|wrapped]';
const argumentsSchema = z.object({ dialect: dialectSchema.optional() });

const stops: (() => Promise<void>)[] = [];
let isStopping = false;

async function stopAll(): Promise<void> {
	for (const stop of stops.splice(0).reverse()) await stop();
}

async function portFromEnvironment(): Promise<number> {
	const port = Number(process.env.PORT ?? 5678);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new Error(`PORT is "${String(process.env.PORT)}", not a port number`);
	}
	if ((await getPort({ port, host: '127.0.0.1' })) === port) return port;
	throw new Error(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`);
}

async function main(): Promise<void> {
	const { dialect } = readArguments(argumentsSchema, USAGE);
	const step = progressPrinter();
	const stop = (): void => {
		// Ctrl-C arrives twice: from the terminal, and once more from npm.
		if (isStopping) return;
		isStopping = true;
		step('Stopping');
		stopAll().then(
			() => process.exit(0),
			(error: unknown) => {
				console.error(error);
				process.exit(1);
			},
		);
	};
	process.on('SIGINT', stop);
	process.on('SIGTERM', stop);
	const userFolder = path.join(checkoutCache, 'demo');
	const demo = await startDemo({
		port: await portFromEnvironment(),
		dialect,
		userFolder,
		step,
		stopLater: (it) => stops.push(it),
	});
	step('');
	const file = path.join(userFolder, 'how-to-try.txt');
	await writeFile(file, describeDemo(demo));
	console.log(welcome(demo, path.relative(process.cwd(), file)));
}

main().catch(async (error: unknown) => {
	// Stopped during the start: the steps in progress fail, as expected.
	if (isStopping) return;
	console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
	await stopAll();
	process.exit(1);
});
