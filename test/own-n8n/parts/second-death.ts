// n8n is killed a second time, in the retry of what the first death cut off: still nothing is paid twice.
import { afterDeath } from '../support/n8n';
import { run } from './crashes';

test('the retry of the retry: the same ext_id, paid once', async () => {
	const n8n = await afterDeath();
	const twice = run('twice');
	const [first] = await twice.crashed();
	const endsWithN8n = n8n.api.retryExecution(first?.id ?? '').catch(() => undefined);
	await twice.standsAt(2);
	await n8n.kill();
	await endsWithN8n;
	await n8n.startAgain();

	const [latest] = await twice.crashed(2);
	expect(latest?.retryOf).toBeTruthy();
	expect((await twice.retry(latest?.id ?? '')).status).toBe('success');
	expect(twice.sandbox.state.orders.length).toBe(1);
	expect(twice.keys()).toHaveLength(1);
});
