import { Pool } from 'undici';
import { answerParent } from '../answer-parent';
import { type Answers, type Work, workSchema } from './work';

/** Each sender waits for the answer before it delivers again. */
async function send({ url, senders, deliveries }: Work): Promise<Answers> {
	const { origin, pathname } = new URL(url);
	const pool = new Pool(origin, { connections: senders });
	const statuses: Record<string, number> = {};
	const queue = deliveries.values();
	const sender = async (): Promise<void> => {
		for (const { headers, body } of queue) {
			const answer = await pool.request({ method: 'POST', path: pathname, headers, body });
			await answer.body.text();
			statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
		}
	};
	const startedAt = Date.now();
	await Promise.all(Array.from({ length: senders }, sender));
	const answeredAt = Date.now();
	await pool.close();
	return { startedAt, answeredAt, statuses };
}

answerParent({ send: async (work) => await send(workSchema.parse(work)) });
