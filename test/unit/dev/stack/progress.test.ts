// What is said of a long installation: one line that moves on a terminal, and few lines elsewhere.
import { progressPrinter } from '../../../../dev/stack/progress.cjs';

function printerOn(isTTY: boolean) {
	const written: string[] = [];
	const stream = { isTTY, columns: 60, write: (text: string) => written.push(text) };
	return { written, report: progressPrinter(stream as unknown as NodeJS.WriteStream) };
}

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

function installs(report: (line: string) => void, seconds: number): void {
	report('Installing n8n');
	for (let second = 1; second <= seconds; second += 1) {
		jest.advanceTimersByTime(1_000);
		report(`  npm ci: ${String(second)} s, ${String(second)} of 240 packages`);
	}
	report('');
}

test('on a terminal one line is redrawn, and the step stays with its time', () => {
	const { written, report } = printerOn(true);
	installs(report, 240);
	const lines = written.join('').split('\n');
	expect(lines).toHaveLength(2);
	const last = lines[0]?.split('\r').at(-1);
	expect(last).toBe('\x1b[2KInstalling n8n  240 s');
	expect(written.join('')).toContain('Installing n8n  100 s  npm ci: 99 s, 99 of 240 packages');
});

test('a line is not longer than the terminal: it could not be redrawn', () => {
	const { written, report } = printerOn(true);
	report('x'.repeat(500));
	expect(written[0]).toHaveLength('\r\x1b[2K'.length + 59);
	report('');
});

test('elsewhere a step is a line, and one more each half minute', () => {
	const { written, report } = printerOn(false);
	installs(report, 100);
	expect(written).toEqual([
		'Installing n8n\n',
		...[30, 60, 90].map(
			(second) => `    ${second} s  npm ci: ${second} s, ${second} of 240 packages\n`,
		),
	]);
});
