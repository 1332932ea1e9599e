const { setTimeout: pause } = require('node:timers/promises');

/** A node that calls nobody: the memory it takes beyond its items is what n8n takes for any node. */
class Idle {
	description = {
		displayName: 'Idle',
		name: 'idle',
		group: ['transform'],
		version: 1,
		description: 'Makes an item of each item, and waits with them',
		defaults: { name: 'Idle' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [{ displayName: 'Seconds', name: 'seconds', type: 'number', default: 5 }],
	};

	async execute() {
		const items = this.getInputData();
		const outputs = items.map(({ json }, item) => ({ json: { ...json }, pairedItem: { item } }));
		await pause(this.getNodeParameter('seconds', 0) * 1_000);
		return [outputs];
	}
}

module.exports = { Idle };
