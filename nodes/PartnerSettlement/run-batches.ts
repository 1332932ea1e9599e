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
	const outputs = jobs.map((): INodeExecutionData[] => []);
	const fail = (job: Job, error: unknown, orders?: Order[]) => {
		outputs[job.itemIndex]?.push(...report.noteFailure(job, error, orders).map(failedItem));
	};
	for (const job of jobs) if (job.error !== undefined) fail(job, job.error);
	const orders = jobs.flatMap(({ item, error }) =>
		item && !error ? item.orders.map((order) => ({ item, order })) : [],
	);
	const size = orders[0]?.item.options.batchSize ?? orders.length;
	for (let start = 0; start < orders.length; start += size) {
		const batch = orders.slice(start, start + size);
		if (report.failures.length > 0) {
			report.noteSkipped(batch.map(({ order }) => order));
			continue;
		}
		// A private key that cannot be read fails every order, each as its own.
		const all = await sendBatch(batch).catch((error: unknown) =>
			batch.map((one) => [one, asError(error)] as const),
		);
		for (const [{ item, order }, settled] of all) {
			const { itemIndex } = item;
			try {
				if (settled instanceof Error) throw settled;
				if (settled.outcome !== 'done') throw new OrderFailed(settled);
				const { record, isFound, isUnsent } = settled;
				outputs[itemIndex]?.push(toItem(await shown(item, record), itemIndex, order.extId));
				if (isFound) report.noteFound(itemIndex);
				const part = item.orders.length > 1 ? order : itemIndex;
				const body = isJsonObject(record) ? record.body : record;
				report.noteDone(item, order, body, [part], isUnsent);
			} catch (error) {
				fail({ item, itemIndex }, error, [order]);
			}
		}
	}
	await report.conclude();
	return outputs.flat();
}
