// What n8n is killed in loses nothing and is paid once. One n8n for all of these, and three deaths: a start takes longer than most
// of them.
import './parts/trigger-deliveries';
import './parts/killed-examples';
import './parts/examples';
import './parts/balance-trigger';
import './parts/crashes';
// The dead process' reservations end after a minute: it is over by then.
import './parts/budgets';
import './parts/trigger-duplicates';
import { ownN8n } from './support/n8n';

afterAll(async () => {
	await (await ownN8n()).stop();
});
