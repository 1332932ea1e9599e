// CommonJS, so that bootstrap.mjs (nothing installed yet), tsx and jest can all load it.

const PLAIN_EVERY_MS = 30_000;
const REDRAWN_EVERY_MS = 1_000;

/**
 * Prints progress. A terminal shows one line that is redrawn: the step, how long it has taken and how much is done.
 * Elsewhere, each step is a line, and a long step adds a line every half minute.
 *
 * @returns {(line: string) => void} takes the next step. A line that begins with a blank says how much of the step is
 *   done. An empty line ends the last step.
 */
function progressPrinter(stream = process.stdout) {
	const clock = () => performance.now();
	const secondsSince = (time) => `${Math.round((clock() - time) / 1_000)} s`;
	let step;
	let timer;

	const draw = () => {
		const text = `${step.text}  ${secondsSince(step.begin)}${step.done && `  ${step.done}`}`;
		stream.write(`\r\x1b[2K${text.slice(0, (stream.columns || 80) - 1)}`);
	};
	const end = () => {
		clearInterval(timer);
		if (step && stream.isTTY) stream.write(`\r\x1b[2K${step.text}  ${secondsSince(step.begin)}\n`);
		step = undefined;
	};
	return (line) => {
		if (step && line.startsWith(' ')) {
			step.done = line.trim();
			if (stream.isTTY || clock() - step.printed < PLAIN_EVERY_MS) return;
			step.printed = clock();
			stream.write(`    ${secondsSince(step.begin)}  ${step.done}\n`);
			return;
		}
		end();
		if (line === '') return;
		step = { text: line.trim(), done: '', begin: clock(), printed: clock() };
		if (!stream.isTTY) {
			stream.write(`${step.text}\n`);
			return;
		}
		draw();
		timer = setInterval(draw, REDRAWN_EVERY_MS);
		timer.unref();
	};
}

module.exports = { progressPrinter };
