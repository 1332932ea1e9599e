/** Proves that a record is looked through once for activation codes, and that many of them hold nobody up. */
import type { INodeExecutionData } from 'n8n-workflow';

import { addQrCodes } from '../../../../../nodes/PartnerSettlement/run/qr-codes';
import { countTurns } from '../../../../support/until';

/** What is n8n's of a run: it keeps a file. */
const RUN = {
	hints: new Set<string>(),
	node: { helpers: { prepareBinaryData: (file: Buffer) => Promise.resolve({ data: file }) } },
} as unknown as Parameters<typeof addQrCodes>[0];

test('eSIMs inside of eSIMs take no more looks with each level', async () => {
	let looks = 0;
	const innermost = {
		get activation() {
			looks += 1;
			return undefined;
		},
	};
	let record: object = innermost;
	for (let level = 0; level < 12; level += 1) {
		record = { esim: { activation: {}, items: [record] } };
	}
	await addQrCodes(RUN, { json: { ...record, status: 'active' } });
	expect(looks).toBeLessThan(10);
});

test('n8n gets its turn between the pictures of many eSIMs', async () => {
	const esim = (nth: number) => ({
		lpa_parts: {},
		activation: { lpa: `LPA:1$smdp.io$${String(nth)}` },
	});
	const turnsOf = async (count: number) => {
		const items = Array.from({ length: count }, (_, nth) => esim(nth));
		const item: INodeExecutionData = { json: { items } };
		const turns = countTurns();
		await addQrCodes(RUN, item);
		expect(Object.keys(item.binary ?? {})).toHaveLength(count);
		return turns();
	};
	// The first loads the code that makes them.
	await turnsOf(1);
	expect(await turnsOf(500)).toBeGreaterThan((await turnsOf(1)) + 5);
});
