// Every operation, run in the real n8n from the packed tarball, with what comes out.
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { account } from './operations/account';
import { cards } from './operations/cards';
import { esims } from './operations/esims';
import { giftCards } from './operations/gift-cards';
import { records } from './operations/records';
import { screening } from './operations/screening';
import { webhookSettings } from './operations/webhook-settings';
import { own, ran, start } from './support/operation-runner';

beforeAll(start);

afterAll(async () => {
	await own.sandbox.close();
});

account();
cards();
esims();
giftCards();
screening();
records();
webhookSettings();

test('every operation of the catalog was run', () => {
	const catalog = OPERATIONS.map(({ resource, operation }) => `${resource}.${operation}`);
	expect([...ran].sort()).toEqual(catalog.sort());
});
