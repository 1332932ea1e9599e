// One n8n for all of these: a start takes longer than most of the tests.
import './loading';
import './crashes';
import './trigger-duplicates';
import './balance-trigger';
import './trigger-deliveries';
import './examples';
import { ownN8n } from './n8n';

afterAll(async () => {
	await (await ownN8n()).stop();
});
