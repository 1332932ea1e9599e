/** The thresholds of the balance trigger, also from expressions, and which are refused before a call. */
import type { INodeParameters } from 'n8n-workflow';
import { useSandbox } from '../support/use-sandbox';
import { PolledNode } from './support/poll-node';

const api = useSandbox();

/** The item of the poll with which n8n activates the node, at a balance of 12.4. */
async function start(parameters: INodeParameters): Promise<unknown> {
	api.sandbox.setBalance(api.contract.partner.partnerId, '12.4');
	const node = new PolledNode({ ...api.contract.credential() }, parameters);
	const output = await node.activation('activate')();
	return output?.[0]?.[0]?.json;
}

test.each<[INodeParameters, RegExp]>([
	[{ threshold: '' }, /^Threshold is empty/],
	[{ threshold: '1,000' }, /^Threshold must be a decimal such as 12.50/],
	[{ threshold: '0' }, /^Threshold must be more than 0/],
	[{ threshold: '-5' }, /^Threshold must be more than 0/],
	[{ threshold: '={{ 0.1 + 0.2 }}' }, /^Threshold is a number that cannot be exact/],
	[{ threshold: '50', options: { rearmAt: 'soon' } }, /^Rearm At must be a decimal/],
	[
		{ threshold: '50', options: { rearmAt: '={{ $vars.rearm }}' } },
		/^Rearm At is an expression that gives nothing/,
	],
	[
		{ threshold: '50', options: { rearmAt: '={{ "" }}' } },
		/^Rearm At is an expression that gives nothing/,
	],
	[
		{ threshold: '50', options: { rearmAt: '49.999999999999999999' } },
		/^Rearm At \(49.999999999999999999\) must not be less than Threshold \(50\)/,
	],
])('%j are refused before anything is sent', async (parameters, message) => {
	const failure = await start({ options: {}, ...parameters }).catch((error: unknown) => error);
	expect(failure).toMatchObject({ message: expect.stringMatching(message) });
	expect(api.sandbox.stats().requests).toEqual({});
});

test('an empty Rearm At is the threshold', async () => {
	const parameters = { threshold: '12.5', options: { rearmAt: '' } };
	expect(await start(parameters)).toMatchObject({ rearm_at: '12.5' });
});

test('numbers of expressions are taken where their digits are certain', async () => {
	const parameters = { threshold: '={{ 12.5 }}', options: { rearmAt: '={{ 10 * 2 }}' } };
	expect(await start(parameters)).toMatchObject({
		threshold: '12.5',
		rearm_at: '20',
		below_by: '0.1',
	});
});
