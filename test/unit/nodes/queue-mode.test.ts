// Queue mode is recognized by n8n's setting, and by the command of a process that has no such setting.
import { isQueueMode } from '../../../nodes/queue-mode';

const { argv, env } = process;

afterEach(() => {
	Object.assign(process, { argv, env });
});

test.each<[object, string, boolean]>([
	[{ EXECUTIONS_MODE: 'queue' }, 'start', true],
	[{ EXECUTIONS_MODE: '"queue"' }, 'start', true],
	[{ EXECUTIONS_MODE: " 'queue'\r\n" }, 'start', true],
	[{ EXECUTIONS_MODE_FILE: '/run/secrets/mode' }, 'start', true],
	[{}, 'worker', true],
	[{}, 'webhook', true],
	[{ EXECUTIONS_MODE: 'regular' }, 'start', false],
	[{}, 'start', false],
])('%j of n8n %s: %p', (set, command, expected) => {
	Object.assign(process, { argv: ['node', 'n8n', command], env: set });
	expect(isQueueMode()).toBe(expected);
});
