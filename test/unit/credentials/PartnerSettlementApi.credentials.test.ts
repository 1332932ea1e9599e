// The credential asks for little, gives examples, says where each field is used, and shows no secret.
import { PartnerSettlementApi } from '../../../credentials/PartnerSettlementApi.credentials';
import { withoutExample } from '../support/panel';

const { properties } = new PartnerSettlementApi();

test('it asks for what the onboarding gives, in its order, and for limits and the rest under headings', () => {
	expect(properties.map(({ name }) => name)).toEqual([
		...['apiUrl', 'baseUrl', 'partnerId', 'keyId', 'privateKey', 'webhookSecret'],
		...[
			...'limitsNotice clearanceHours clearanceRules maximumPerOrder keepAtLeast'.split(' '),
			...['maximumPerDay', 'maximumPerMonth', 'withdrawalFee'],
			'allowedRecipients',
		],
		'rareFieldsNotice',
		...['previousWebhookSecret', 'serviceCode', 'apiDifferences'],
		...['cardEncryptionKey', 'deduplicationRedisUrl'],
		// Nobody sees it: n8n leaves it out if another field is an expression.
		'allFieldsFixed',
	]);
	const optional = properties.slice(6);
	expect(optional.filter(({ required }) => required)).toEqual([]);
});

test('it says below every field where it is used', () => {
	const fields = properties.filter(({ type }) => !['notice', 'hidden'].includes(type));
	for (const { name, hint } of fields) {
		expect({ name, hint }).toEqual({ name, hint: expect.stringMatching(/^Used /) });
	}
});

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

test('every text field that is empty has an example', () => {
	expect(withoutExample(properties)).toEqual([]);
});
