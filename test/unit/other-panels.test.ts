/** Proves that the triggers, the gate and the credential speak plainly, give examples, and say what each is set to do. */
import type { INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';
import { PartnerSettlementApi } from '../../credentials/PartnerSettlementApi.credentials';
import { PartnerSettlementBalanceTrigger } from '../../nodes/PartnerSettlementBalanceTrigger/PartnerSettlementBalanceTrigger.node';
import { PartnerSettlementScreening } from '../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { PartnerSettlementTrigger } from '../../nodes/PartnerSettlementTrigger/PartnerSettlementTrigger.node';
import { subtitleOf } from './support/subtitle-of';

const trigger = new PartnerSettlementTrigger();
const gate = new PartnerSettlementScreening();
const balance = new PartnerSettlementBalanceTrigger();
const credential = new PartnerSettlementApi().properties;

/** The properties of a panel, and those inside its collections. */
function withMembers(properties: readonly INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const inside = (property.options ?? []).filter(
			(option): option is INodeProperties => 'type' in option && option.type !== 'hidden',
		);
		return [property, ...inside];
	});
}

const PANELS: [string, INodeProperties[]][] = [
	['the trigger', withMembers(trigger.description.properties)],
	['the gate', withMembers(gate.description.properties)],
	['the balance trigger', withMembers(balance.description.properties)],
	['the credential', credential],
];

describe.each(PANELS)('%s', (_, properties) => {
	test('uses no word of the engineers', () => {
		const texts = JSON.stringify(properties);
		expect(texts).not.toMatch(/API document|\binferred\b|\bscale\b|named only|partner account/i);
	});

	test('has an example in every text field that is empty', () => {
		const empty = properties.filter(
			({ type, default: standard }) => type === 'string' && standard === '',
		);
		expect(empty).not.toEqual([]);
		expect(empty.filter(({ placeholder = '' }) => placeholder === '')).toEqual([]);
	});
});

describe('the credential', () => {
	test('asks for what the onboarding gives, in its order, and for the rest under a heading', () => {
		expect(credential.map(({ name }) => name)).toEqual([
			...['apiUrl', 'baseUrl', 'partnerId', 'keyId', 'privateKey', 'webhookSecret'],
			'rareFieldsNotice',
			...['previousWebhookSecret', 'serviceCode', 'cardEncryptionKey', 'deduplicationRedisUrl'],
		]);
		const rare = credential.slice(7);
		expect(rare.filter(({ required }) => required)).toEqual([]);
	});

	test('says below every field where it is used', () => {
		const fields = credential.filter(({ type }) => type !== 'notice');
		for (const { name, hint } of fields) {
			expect({ name, hint }).toEqual({ name, hint: expect.stringMatching(/^Used /) });
		}
	});

	test('shows no secret while it is typed', () => {
		const hidden = credential
			.filter(({ typeOptions }) => typeOptions?.password)
			.map(({ name }) => name);
		expect(hidden).toEqual([
			'privateKey',
			'webhookSecret',
			'previousWebhookSecret',
			'cardEncryptionKey',
			'deduplicationRedisUrl',
		]);
	});
});

test.each<[string, INodeType, INodeParameters]>([
	['On any event', trigger, {}],
	['On any event', trigger, { events: ['*', 'card.otp'] }],
	[
		'On card topup, withdrawal',
		trigger,
		{ events: ['card_topup.status_changed', 'withdrawal.status_changed'] },
	],
	['Low balance under 500', balance, { threshold: '500' }],
	['Screen before paying', gate, {}],
])('"%s" stands below the name', (text, type, parameters) => {
	expect(subtitleOf(type, parameters)).toBe(text);
});
