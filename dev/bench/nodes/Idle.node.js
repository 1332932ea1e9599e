const http = require('node:http');

/** A node that keeps nothing: the memory it takes beyond its items is what n8n takes for any node. */
class Idle {
	description = {
		displayName: 'Idle',
		name: 'idle',
		group: ['transform'],
		version: 1,
		description: 'Makes an item of each item, and stands still with them until a URL responds',
		defaults: { name: 'Idle' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [{ displayName: 'URL', name: 'url', type: 'string', default: '' }],
	};

	async execute() {
		const items = this.getInputData();
		const outputs = items.map(({ json }, item) => ({ json: { ...json }, pairedItem: { item } }));
		const url = this.getNodeParameter('url', 0);
		await new Promise((resolve, reject) => {
			http.get(url, (response) => response.resume().on('end', resolve)).on('error', reject);
		});
		return [outputs];
	}
}

module.exports = { Idle };
