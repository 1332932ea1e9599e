// What the operations declare: which records hold secrets, and that no ID or address is sent with an invisible character.
import { withdrawalCreate } from '../../../../../nodes/PartnerSettlement/operations/withdrawal/create';
import { OPERATIONS } from '../../../../../nodes/PartnerSettlement/operations';
import { OTHER_TRON } from '../../../../support/addresses';
import { redactSecrets } from '../../../../../partner-api';
import { giftCardGet } from '../../../../../nodes/PartnerSettlement/operations/giftCard/get';
import { esimGet } from '../../../../../nodes/PartnerSettlement/operations/esim/get';

const ESIM = {
	esim_id: 'e',
	status: 'ready',
	activation: { smdp_address: 's', code: 'K2-1A2B3C' },
};

test.each([
	['number beside a pin', giftCardGet, { card: { number: '600649123', pin: '1234' } }, '600649'],
	['activation.code', esimGet, ESIM, '1A2B3C'],
])('%s is masked without Reveal Secrets', (_, operation, record, secret) => {
	const shown = redactSecrets(record, operation.secrets && 'goods');
	expect(JSON.stringify(shown)).not.toContain(secret);
});

/** The address of a screening is checked with its network: screening.test.ts. */
const NAMING = OPERATIONS.flatMap(({ resource, operation, fields }) =>
	fields
		.filter(({ name }) => /(_|^)(id|iccid|to_address)$/.test(name))
		.map((one) => [`${resource}.${operation}`, one.displayName, one] as const),
);
test.each(NAMING)('%s: %s with an invisible character is refused', (_, label, { name, read }) => {
	const value = `${name.endsWith('address') ? OTHER_TRON : '77'}\u200B`;
	expect(() => read(value)).toThrow(/ends with an invisible character, U\+200B$/);
	expect(() => read(value)).toThrow(label);
});

test('a withdrawal to an address that nobody owns is refused', () => {
	const [to] = withdrawalCreate.fields.filter(({ name }) => name === 'to_address');
	const nobody = () => to?.read('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb');
	expect(nobody).toThrow('To Address is an address that nobody owns');
});
