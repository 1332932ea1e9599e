// Runs, events and orders in progress when n8n is killed: none is lost, and none is paid twice. All share one n8n and
// three kills, because a start takes longer than most of them.
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
