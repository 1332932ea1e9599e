/**
 * The least that a webhook trigger can do in n8n. Any extra time of another trigger is that trigger's own. Its version
 * is not 1, because n8n evaluates an expression for each delivery to a webhook node of version 1.
 */
class DoNothingTrigger {
	description = {
		displayName: 'Do Nothing Trigger',
		name: 'doNothingTrigger',
		group: ['trigger'],
		version: 2,
		description: 'Answers at once and does nothing',
		defaults: { name: 'Do Nothing Trigger' },
		inputs: [],
		outputs: ['main'],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: '',
				path: 'do-nothing',
			},
		],
		properties: [
			{ displayName: 'Starts a Run', name: 'startsRun', type: 'boolean', default: false },
		],
	};

	async webhook() {
		const answer = { webhookResponse: { received: true } };
		const startsRun = this.getNodeParameter('startsRun');
		return startsRun ? { ...answer, workflowData: [[{ json: this.getBodyData() }]] } : answer;
	}
}

module.exports = { DoNothingTrigger };
