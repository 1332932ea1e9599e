// Loaded into n8n's process by n8n-process.ts, before n8n. It answers questions about the process
// that n8n itself does not answer, and ends n8n when the process that started it is gone.
const process = require('node:process');
const v8 = require('node:v8');
const vm = require('node:vm');

/** The memory in use after garbage collection, in bytes. */
function liveMemory() {
	v8.setFlagsFromString('--expose-gc');
	vm.runInNewContext('gc')();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

const answers = {
	cpuUsage: () => process.cpuUsage(),
	liveMemory,
	loadedFiles: () => Object.keys(require.cache),
};

// n8n's own child processes inherit the --require, but not the channel.
if (process.channel) {
	process.on('message', ({ id, question }) => {
		process.send({ id, answer: answers[question]() });
	});
	// By force: nobody reads n8n's output any more, so n8n would fail when it prints its last lines.
	const group = process.platform === 'win32' ? process.pid : -process.pid;
	process.on('disconnect', () => process.kill(group, 'SIGKILL'));
	// The channel must not keep n8n from ending.
	process.channel.unref();
}
