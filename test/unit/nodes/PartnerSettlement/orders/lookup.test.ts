// Proves that "there is no such order" counts only if it was asked for late enough, however long the response takes.
import { lookUp } from '../../../../../nodes/PartnerSettlement/orders/lookup';
import type { RunItem } from '../../../../../nodes/PartnerSettlement/run/run-item';
import { dialectOf } from '../../../../../partner-api/dialect';
import { PartnerApiError } from '../../../../../partner-api';
import { orderOf } from '../../../support/order';

test('a lookup that began too early is made again', async () => {
	const noneFrom = Date.now() + 20;
	const asked: number[] = [];
	const ask = async () => {
		asked.push(Date.now());
		await new Promise((resolve) => setTimeout(resolve, 40));
		const code = 'document_not_found';
		return { failure: new PartnerApiError({ code, outcome: 'refused', phase: 'call' }) };
	};
	const run = {
		client: { ask },
		settings: { dialect: dialectOf({}) },
		signal: new AbortController().signal,
	};
	const item = { run, options: {} } as unknown as RunItem;
	const [found] = await lookUp([{ item, order: orderOf({ extId: 'o-1' }), noneFrom }]);
	expect(found).toMatchObject({ lookup: 'none' });
	expect(asked.map((at) => at >= noneFrom)).toEqual([false, true]);
});
