import { type INodeExecutionData } from 'n8n-workflow';

import { isJsonObject } from '../../partner-api';
import { failedItem } from './messages/node-error';
import { sendBatch } from './orders/batch';
import { asError, type Job } from './orders/item';
import type { Order } from './orders/order';
import { OutcomeReport } from './orders/outcome-report';
import { prepareAll } from './orders/prepare';
import { OrderFailed } from './orders/send';
import type { RunContext } from './run/context';
import { toItem } from './run/output';
import { shown } from './run-items';

/** Sends the orders of all items in batches, one after the other. Each result goes to the item of its order. */
export async function runBatches(run: RunContext): Promise<INodeExecutionData[]> {
	const report = new OutcomeReport(run);
	const jobs = await prepareAll(run);
	const outputs = new Map<number, INodeExecutionData[]>(
		jobs.map(({ itemIndex }) => [itemIndex, []]),
	);
	const noteFailure = (error: unknown, { itemIndex, item }: Job, orders?: Order[]) => {
		const failures = report.noteFailure(error, [itemIndex], item, orders);
		if (run.continues && !run.signal.aborted)
			outputs.get(itemIndex)?.push(...failures.map(failedItem));
	};
	for (const job of jobs) if (job.error !== undefined) noteFailure(job.error, job);
	const orders = jobs.flatMap(({ item, error }) =>
		item && !error ? item.orders.map((order) => ({ item, order })) : [],
	);
	const size = orders[0]?.item.options.cartSize ?? orders.length;
	for (let start = 0; start < orders.length; start += size) {
		const batch = orders.slice(start, start + size);
		const [first] = batch;
		if (!first) break;
		if (report.failures.length > 0) {
			report.noteSkipped(batch.map(({ order }) => order));
			continue;
		}
		// A private key that cannot be read fails every order, each as its own.
		const settled = await sendBatch(batch).catch(asError);
		for (const sent of batch) {
			const { item, order } = sent;
			try {
				if (settled instanceof Error) throw settled;
				const one = settled.get(sent);
				if (one?.outcome !== 'done') throw one ? new OrderFailed(one) : new Error('No outcome');
				const { record, isFound } = one;
				const output = toItem(await shown(item, record), item.itemIndex, order.extId);
				outputs.get(item.itemIndex)?.push(output);
				if (isFound) report.noteFound(item.itemIndex);
				report.noteOrder(item, order, isJsonObject(record) ? record.body : record);
			} catch (error) {
				noteFailure(error, { itemIndex: item.itemIndex, item }, [order]);
			}
		}
	}
	await report.conclude();
	return [...outputs.values()].flat();
}
