/** Proves that what is no secret comes out as the API sent it. */
import type { INodeParameters } from 'n8n-workflow';
import { OneAnswer } from './support/answers';
import { type NodeRun, outputs } from './support/run-node';

const api = new OneAnswer();

afterAll(() => {
	api.close();
});

async function itemsOf(
	answer: unknown,
	parameters: INodeParameters,
	more: Partial<NodeRun> = {},
): Promise<unknown[]> {
	const run = await api.run(answer, { options: {}, ...parameters }, { amount: '1' }, more);
	return (outputs(run)[0] ?? []).map(({ json }) => json);
}
const LIST = { operation: 'getAll', returnAll: true };

describe('where nothing could unmask them', () => {
	test.each(['kyt', 'ledger'])("secrets do not, nor a card's number: %s", async (resource) => {
		const secrets = { activation_code: 'hidden', epin: 'hidden', pan: 'hidden', qr: 'hidden' };
		const [item] = await itemsOf([{ ...secrets, note: '5105105105105100' }], { resource, ...LIST });
		expect(JSON.stringify(item)).not.toContain('hidden');
		// Except screenings.
		expect(item).toMatchObject({ note: resource === 'kyt' ? expect.any(String) : '••••••••' });
	});
});

test('a list of cards shows the digits that a receipt shows, and no more', async () => {
	const card = { masked_pan: '411111******1111', cvv: '123', pan: '4111111111111111' };
	const [item] = await itemsOf([{ ...card, pan_last4: '1111' }], { resource: 'card', ...LIST });
	const shown = '••••••••1111';
	expect(item).toEqual({ masked_pan: shown, cvv: '••••••••', pan: shown, pan_last4: '1111' });
});

describe('the error of an answer', () => {
	const call = {
		resource: 'apiCall',
		operation: 'request',
		method: 'GET',
		base: 'api',
		path: '/x',
	};
	const document = { resource: 'document', operation: 'get', extId: 'order-1' };

	test.each([null, false])('that is %j stays at the top of an item', async (error) => {
		const answer = { status: 'completed', error };
		expect(await itemsOf(answer, call)).toEqual([answer]);
		expect(await itemsOf(answer, document)).toEqual([answer]);
	});

	test.each(['', 'provider_declined', null])(
		'that is %j never makes n8n run the node again',
		async (error) => {
			api.newCalls();
			await itemsOf({ status: 'failed', error }, document, { maxTries: 2 });
			expect(api.newCalls()).toBe(1);
		},
	);
});
