// Eleven mistakes with a withdrawal: each error uses the words of the panel, and nothing is paid.
import { outcomeAddress } from '../../../dev/sandbox/magic';
import { START } from '../../../dev/stack/single-node-workflow';
import { task } from '../support/task';

const WALLET = outcomeAddress('tron_usdt', 'clear');
const MISTYPED = WALLET.replace(/.$/, (last) => (last === '1' ? '2' : '1'));

const AMOUNT = 'Amount (USDT)';
const ADDRESS = 'To Address';
const NUMBER = 'Order Number (ext_id)';
const LIMIT = 'Maximum per Run (USDT)';

/** The fields as typed, and the first line of the error. Each mistake begins by correcting the one before. */
const TYPED: [fields: Record<string, string>, error: string][] = [
	[{ [AMOUNT]: '12,50' }, 'Amount (USDT) must be a decimal such as 12.50, not "12,50"'],
	[{ [AMOUNT]: '0' }, 'Amount (USDT) must be more than 0, not 0'],
	[{ [AMOUNT]: '25', [ADDRESS]: MISTYPED }, 'To Address is not a TRON address'],
	[
		{ [ADDRESS]: outcomeAddress('eth', 'clear') },
		'To Address is an Ethereum address; Network is TRON',
	],
	[{ [ADDRESS]: WALLET, [NUMBER]: ' ' }, 'Order Number (ext_id) is empty'],
	[
		{ [NUMBER]: 'INV-1', [LIMIT]: '20' },
		'The items together would spend 25 USDT plus the fee, more than Maximum per Run (20 USDT)',
	],
	[{ [LIMIT]: '1.000,00' }, 'Maximum per Run (USDT) must be a decimal such as'],
];

task(
	'Make eleven mistakes',
	{ items: [{ invoice: 'INV-1' }] },
	async ({ operator, seat, partner, ordersOfPartner }) => {
		const isTold = async (error: string): Promise<void> => {
			await operator.execute();
			const { description } = await operator.seesError(error);
			expect(description).toMatch(/^Not sent: (nothing was spent|this attempt spent nothing)\./);
		};
		await operator.addBehind(START, 'payout', 'Withdraw USDT (payout)');
		await operator.choose('When Run Again', 'My Order Number: Never Pays Twice');
		await operator.addOption('Add Option', LIMIT);
		await operator.fill(ADDRESS, WALLET);
		await operator.fill(NUMBER, 'INV-1');
		await operator.execute();
		await operator.seesNotice('Parameter "Amount (USDT)" is required.');

		for (const [fields, error] of TYPED) {
			for (const [label, text] of Object.entries(fields)) await operator.fill(label, text);
			await isTold(error);
		}
		await operator.fill(LIMIT, '100');
		await operator.fill(NUMBER, '{{ $json.invoice }}');
		await isTold('Order Number (ext_id) is set to Fixed');
		await operator.fillExpression(NUMBER, '{{ $json.invoise }}', 'undefined');
		await isTold('Order Number (ext_id) is empty for this item');

		await operator.fillFixed(NUMBER, 'INV-1');
		const { privateKeyPem } = await seat.sandbox.createPartner();
		await seat.giveCredential({ ...partner, privateKeyPem }, seat.sandbox);
		await operator.execute();
		const { description } = await operator.seesError('outcome unknown (invalid_signature)');
		// An earlier run may have ordered under this number.
		expect(description).toMatch(/^Outcome unknown: this attempt sent nothing/);
		expect(description).toMatch('check first that Private Key belongs to Key ID');

		expect(ordersOfPartner()).toHaveLength(0);
	},
);

const SCREEN = 'Screen an address for risk and sanctions (KYT, AML)';

task('Read what is refused', { items: [{}] }, async ({ operator, ordersOfPartner }) => {
	const isRefused = async (error: string): Promise<void> => {
		await operator.execute();
		const { description } = await operator.seesError(error);
		expect(description).toMatch(/^Not sent: nothing was spent\./);
	};
	await operator.addBehind(START, 'screen', SCREEN);
	const operations = await operator.openList('Operation');
	expect(operations.join()).toContain('a known result may cost nothing');
	await operator.chooseOpen('Screen an Address');
	await operator.fill('Address', WALLET.slice(0, -1));
	await isRefused('fits no network');
	await operator.fill('Address', WALLET);
	await operator.execute();
	await operator.seesOutput('1 item');
	await operator.closeNode();

	await operator.addBehind(SCREEN, 'card', 'Issue a virtual card');
	await operator.pick('Card Product', 'Virtual card, USD');
	await operator.addOption('Add Option', 'Maximum per Item (USDT)');
	await operator.sees('For one item, or one call of a tool. Maximum per Run limits the total');
	await operator.fill('Maximum per Item (USDT)', '10');
	await operator.addOption('Add Field', 'Birth Date');
	await operator.fill('Birth Date', '1991-02-31');
	await isRefused('Birth Date');
	await operator.fill('Birth Date', '1991-02-28');
	await operator.addOption('Add Field', 'Email');
	await operator.fill('Email', 'carla(at)example.com');
	await isRefused('Email is not an email address');
	expect(ordersOfPartner()).toHaveLength(0);
});
