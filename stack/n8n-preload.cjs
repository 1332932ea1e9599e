// Loaded into n8n's process by n8n-process.ts, before n8n. It answers questions about the process
// that n8n itself does not answer, and ends n8n when the process that started it is gone.
const process = require('node:process');

const answers = {
	cpuUsage: () => process.cpuUsage(),
	loadedFiles: () => Object.keys(require.cache),
};

// n8n's own child processes inherit the --require, but not the channel.
if (process.channel) {
	process.on('message', ({ id, question }) => {
		process.send({ id, answer: answers[question]() });
	});
	process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
	// The channel must not keep n8n from ending.
	process.channel.unref();
}
