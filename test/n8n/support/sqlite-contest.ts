// Run by n8n's Node 24: reserves room for 25 orders, one by one, of the 37 that fit, and prints how many it got.
import { randomUUID } from 'node:crypto';

import { SqliteRecord } from '../../../nodes/PartnerSettlement/limits/budget/sqlite-record';

const [, , file = ''] = process.argv;

async function contest(): Promise<number> {
	const record = new SqliteRecord('account', file);
	let taken = 0;
	for (let index = 0; index < 25; index += 1) {
		const wanted = [{ key: randomUUID(), kind: 'withdrawal', cost: 1, isGuess: false, by: 'this' }];
		const { full } = await record.reserve(wanted, [{ length: 3_600_000, max: 37 }]);
		if (full !== undefined) continue;
		await record.renew([wanted[0]?.key ?? ''], 'this', true);
		taken += 1;
	}
	return taken;
}

void contest().then((taken) => {
	console.log(String(taken));
});
