// Queue mode is recognized by n8n's setting, and by the command of a process that has no such setting.
import { isQueueMode } from '../../../nodes/queue-mode';

const { argv } = process;
const { EXECUTIONS_MODE: mode } = process.env;

afterEach(() => {
	process.argv = argv;
	if (mode === undefined) delete process.env.EXECUTIONS_MODE;
	else process.env.EXECUTIONS_MODE = mode;
});

test.each([
	['queue', 'start', true],
	[undefined, 'worker', true],
	[undefined, 'webhook', true],
	['regular', 'start', false],
	[undefined, 'start', false],
])('EXECUTIONS_MODE %p of n8n %s: %p', (set, command, expected) => {
	process.argv = ['node', 'n8n', command];
	if (set === undefined) delete process.env.EXECUTIONS_MODE;
	else process.env.EXECUTIONS_MODE = set;
	expect(isQueueMode()).toBe(expected);
});

test('a setting in a file is taken for queue mode', () => {
	process.env.EXECUTIONS_MODE_FILE = '/run/secrets/mode';
	try {
		expect(isQueueMode()).toBe(true);
	} finally {
		delete process.env.EXECUTIONS_MODE_FILE;
	}
});
