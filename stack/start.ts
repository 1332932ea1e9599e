import path from 'node:path';
import { type Demo, startDemo } from './demo';
import { checkoutCache } from './paths';
import { stepPrinter } from './steps';

const DEFAULT_PORT = 5678;

const stops: (() => Promise<void>)[] = [];
let isStopping = false;

async function stopAll(): Promise<void> {
	for (const stop of stops.splice(0).reverse()) await stop();
}

function portFromEnvironment(): number {
	const port = Number(process.env.PORT ?? DEFAULT_PORT);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Error(`PORT is "${String(process.env.PORT)}", not a port number`);
}

function curlLine({ method, url, body }: Demo['webhooks'][number]): string {
	const data =
		body === undefined
			? ''
			: ` -H 'content-type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
	return `curl -X ${method} ${url}${data}`;
}

function describe(demo: Demo): string {
	const webhooks = demo.webhooks.flatMap((webhook) => [
		`    ${webhook.workflow} (${webhook.node.name})`,
		`      ${curlLine(webhook)}`,
	]);
	return [
		'',
		`  n8n       ${demo.url}`,
		`  e-mail    ${demo.owner.email}`,
		`  password  ${demo.owner.password}   (for this local demo only)`,
		`  sandbox   ${demo.sandboxUrl}   (credential "${demo.credential.name}")`,
		...(webhooks.length > 0 ? ['', '  Active webhooks:', ...webhooks] : []),
		'',
		'  Ctrl-C stops everything.',
		'',
	].join('\n');
}

async function main(): Promise<void> {
	const step = stepPrinter();
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
	const demo = await startDemo({
		port: portFromEnvironment(),
		userFolder: path.join(checkoutCache, 'demo'),
		step,
		stopLater: (it) => stops.push(it),
	});
	step('Ready');
	console.log(describe(demo));
}

main().catch(async (error: unknown) => {
	// Stopped in the middle of starting: what was under way fails, and that is no news.
	if (isStopping) return;
	console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
	await stopAll();
	process.exit(1);
});
