// Secrets that can be recognized only by the kind of record are redacted while Reveal Secrets is off.
import { redactSecrets } from '../../../../../partner-api';
import { giftCardGet } from '../../../../../nodes/PartnerSettlement/operations/giftCard/get';
import { esimGet } from '../../../../../nodes/PartnerSettlement/operations/esim/get';

test.each([
	[
		'gift card number beside its pin',
		giftCardGet,
		{ card: { number: '6006491234567890123', pin: '1234' } },
		'600649',
	],
	[
		'eSIM activation.code',
		esimGet,
		{
			esim_id: 'e',
			status: 'ready',
			activation: { smdp_address: 'smdp.io', code: 'K2-1A2B3C-4D5E6F' },
		},
		'1A2B3C',
	],
] as const)('%s is masked without Reveal Secrets', (_, operation, record, secret) => {
	const shown = redactSecrets(record, operation.secrets && 'goods');
	expect(JSON.stringify(shown)).not.toContain(secret);
});
