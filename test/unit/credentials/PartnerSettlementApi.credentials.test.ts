// The credential says who gets and who can read the access token, and shows no secret.
import { PartnerSettlementApi } from '../../../credentials/PartnerSettlementApi.credentials';

const { properties } = new PartnerSettlementApi();

test('beside the limits it says who gets and who can read the access token', () => {
	const notice = properties.find(({ name }) => name === 'limitsNotice');
	expect(notice?.displayName).toMatch("With any limit, the HTTP Request node can't use this");
	expect(notice?.displayName).toMatch(
		'Without limits, anyone who can use the credential in a workflow can read',
	);
});

test('it shows no secret while it is typed', () => {
	const hidden = properties
		.filter(({ typeOptions }) => typeOptions?.password)
		.map(({ name }) => name);
	expect(hidden).toEqual([
		...'privateKey webhookSecret previousWebhookSecret cardEncryptionKey'.split(' '),
		'deduplicationRedisUrl',
	]);
});

test('the HTTP Request node, which shows only a message, is also told what to do', async () => {
	const asked = new PartnerSettlementApi().authenticate(
		{ apiUrl: 'x' },
		{ url: 'https://a.example' },
	);
	await expect(asked).rejects.toThrow(
		/^The credential is incomplete: .*\. Open it and fill them in\.$/,
	);
});
