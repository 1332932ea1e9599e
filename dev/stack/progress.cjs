// CommonJS, so that bootstrap.mjs (nothing installed yet), tsx and jest can all load it.

const PLAIN_EVERY_MS = 30_000;
const REDRAWN_EVERY_MS = 1_000;

/**
 * Says what is being done. On a terminal, one line moves: the step, how long it has taken and how much of it is done. Elsewhere a
 * step is a line, and a long one says every half minute that it goes on.
 *
 * @returns {(line: string) => void} takes the next step, or how much of it is done in a line that begins with a blank; an empty
 *   line ends the last step
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
