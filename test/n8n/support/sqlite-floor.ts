// A process that sends one order under Keep at Least alone, prints the orders that the record then knows, and ends.
import { accountRecord } from '../../../nodes/PartnerSettlement/limits/budget/account-record';

const [key = ''] = process.argv.slice(2);
const by = 'this run';

async function main(): Promise<void> {
	const settings = { apiUrl: 'https://api.example', partnerId: '1', policy: { keepAtLeast: '1' } };
	const run = { settings, redisUrl: '' } as unknown as Parameters<typeof accountRecord>[0];
	const { record } = await accountRecord(run);
	await record.reserve([{ key, kind: 'withdrawal', cost: 1, isGuess: false, by }], []);
	await record.renew([key], by, true);
	const { orders } = await record.read();
	console.log(orders.map((order) => order.key).join());
}

void main();
