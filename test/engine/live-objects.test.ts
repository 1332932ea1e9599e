/** An object that an expression makes may have methods. What is sent is nevertheless what was checked. */
import type { INodeParameters } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { certificateOf } from '../support/clearances';
import { batchOf } from './support/batch';
import { useOrders } from './support/orders';

const { api, order } = useOrders({ settleMs: 5, kytDelayMs: 0 });

const LIMITS = {
	clearanceHours: '24',
	clearanceRules: '{"reviewFromScore":"25","clearSeverities":"low"}',
	...{ allowedRecipients: TRON, maximumPerOrder: '5', keepAtLeast: '9900' },
};

/** It reads as USDT until it is sent, and then as the end of its order and another one. */
const SECOND_ORDER = `"USDT","ext_id":"a"}},{"body":{"currency":"USDT","network":"TRON","amount":"5000","to_address":"${OTHER_TRON}"`;

test('a batch holds what was checked: no second order in the place of its currency', async () => {
	const items = `={{ (() => {
		let reads = 0;
		const currency = {
			[Symbol.for('lossless-json.LosslessNumber')]: true,
			toString: () => ((reads += 1) > 6 ? ${JSON.stringify(SECOND_ORDER).replace('}}', "}' + '}")} : 'USDT'),
		};
		const live = () => currency;
		currency.toJSON = { toJSON: () => live };
		return [{ body: { amount: '1', network: 'TRON', to_address: '${TRON}', currency } }];
	})() }}`;
	const certificate = await certificateOf({ ...api.contract.credential(), ...LIMITS }, TRON);
	const given = { ...batchOf([]), items } as INodeParameters;
	const run = { items: [{ screening: { certificate } }] };
	const { sent, message } = await order(given, { fields: LIMITS }, run);
	expect(sent.join()).not.toContain(OTHER_TRON);
	expect(message).not.toBe('');
});

test('the required fields of a gift card are those whose price was checked', async () => {
	const requiredFields = `={{ (() => {
		let reads = 0;
		const live = () => ((reads += 1) > 2 ? { amount: '500' } : { x: 'y' });
		return { toJSON: { toJSON: () => live } };
	})() }}`;
	const gift = { resource: 'giftCard', operation: 'purchase', extIdMode: 'auto' };
	const given = { ...gift, offerId: 'gift-music-5', additionalFields: { requiredFields } };
	const { sent } = await order(given, { fields: { maximumPerOrder: '7' } });
	expect(sent.join()).not.toContain('500');
});
