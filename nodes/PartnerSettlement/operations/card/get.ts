import { decryptCard, schemas } from '../../../../partner-api';
import { locator } from '../../catalog/choices';
import { documented, type Operation } from '../../catalog/operation';
import type { ItemCall } from '../../catalog/item-call';
import { CARD_SECRETS } from '../../catalog/responses';

export const cardGet: Operation = {
	resource: 'card',
	operation: 'get',
	name: 'Get',
	action: 'Get a card with its number and CVV',
	description: 'Get a card with its number (PAN) and CVV, which are masked unless you reveal them',
	isDefault: true,
	section: '4.9',
	endpoint: documented('GET', 'api', '/partner/cards/{card_id}'),
	scope: 'cards:read',
	effect: 'read',
	extId: false,
	fields: [
		locator('card_id', {
			required: true,
			list: 'searchCards',
			placeholder: 'e.g. card-7f3a',
			description: 'The card to read',
		}),
	],
	response: schemas.cardSchema,
	secrets: true,
	secretFields: CARD_SECRETS,
	encryptable: true,
	revealDescription:
		'Whether card number and CVV come out readable. n8n then saves them with the execution. With a Card Encryption Key in the credential, card_encrypted comes out decrypted, too.',
	run: getCard,
};

async function getCard(item: ItemCall): Promise<unknown> {
	const { cardEncryptionKey } = item.run;
	const card = schemas.cardSchema.parse(await item.send());
	const { card_encrypted: encrypted } = card;
	if (!item.revealsSecrets || cardEncryptionKey === '' || isNone(encrypted)) return card;
	const result = await decryptCard(encrypted, cardEncryptionKey);
	if ('content' in result) return { ...card, card_decrypted: result.content };
	item.hint(`card_encrypted ${result.problem}.`);
	return { ...card, card_not_decrypted: result.problem };
}

/** It may come later than the card itself. */
function isNone(encrypted: unknown): boolean {
	return encrypted === undefined || encrypted === null || encrypted === '';
}
