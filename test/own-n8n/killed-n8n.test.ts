// What n8n is killed in loses nothing and is paid once. One n8n for all of these: a start takes longer than most of them.
import './parts/loading';
import './parts/crashes';
import './parts/budgets';
import './parts/trigger-duplicates';
import './parts/balance-trigger';
import './parts/trigger-deliveries';
import './parts/examples';
import { ownN8n } from './support/n8n';

afterAll(async () => {
	await (await ownN8n()).stop();
});
