/**
 * The least a webhook trigger can do in n8n: what is slower about another is that one's own. Its version is not 1,
 * because for that n8n evaluates an expression with each delivery.
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
