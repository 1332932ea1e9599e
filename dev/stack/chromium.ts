import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser that asks nobody anything, in a container as well. */
const FLAGS = [
	...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
	...['--disable-background-networking', '--disable-component-update'],
];

/**
 * Starts a Chromium without a window: the one of CHROMIUM_PATH, else the machine's, else that of the npm package, which
 * unpacks itself when it is first used.
 */
export async function launchChromium(): Promise<Browser> {
	const executablePath =
		process.env.CHROMIUM_PATH ??
		USUAL_PLACES.find((place) => existsSync(place)) ??
		(await packagedChromium());
	return chromium.launch({ executablePath, args: FLAGS });
}

async function packagedChromium(): Promise<string> {
	// It is large, and an ES module.
	const { default: packaged } = await import('@sparticuz/chromium');
	return packaged.executablePath();
}
