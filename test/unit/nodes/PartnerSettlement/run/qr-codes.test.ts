/** Proves that a record is looked through once for activation codes, and that many of them hold nobody up. */

import { addQrCodes } from '../../../../../nodes/PartnerSettlement/run/qr-codes';

/** n8n's part of a run: it stores a file. */
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
