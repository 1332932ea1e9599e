import { decryptCard, readPrivateKey, schemas } from '../../../../partner-api';
import { text } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';
import type { ItemCall } from '../../catalog/item-call';
import { CARD_SECRETS } from '../../catalog/secret-fields';

export const cardGet: Operation = {
	resource: 'card',
	operation: 'get',
	name: 'Get',
	action: 'Get a card',
	description: 'Get a card with its number (PAN), CVV and encrypted form',
	isDefault: true,
	section: '4.9',
	endpoint: documented('GET', 'api', '/partner/cards/{card_id}'),
	scope: 'cards:read',
	effect: 'read',
	extId: false,
	fields: [text('card_id', { required: true, description: 'The card to read' })],
	response: schemas.cardSchema,
	secrets: true,
	secretFields: CARD_SECRETS,
	notice:
		'With Reveal Secrets and a Card Encryption Key in the credential, card_encrypted comes out decrypted as well, as card_decrypted.',
	run: getCard,
};

/** @throws PartnerApiError `card_not_decrypted`; InputError when the credential's key cannot be read */
async function getCard(item: ItemCall): Promise<unknown> {
	const { cardEncryptionKey } = item.run;
	const key =
		item.revealsSecrets && cardEncryptionKey !== ''
			? readPrivateKey(cardEncryptionKey, 'X25519', 'Card Encryption Key')
			: undefined;
	const card = schemas.cardSchema.parse(await item.send());
	const { card_encrypted: encrypted } = card;
	if (!key || isNone(encrypted)) return card;
	const decrypted = await decryptCard(encrypted, key);
	if (decrypted !== undefined) return { ...card, card_decrypted: decrypted };
	item.hint('card_encrypted was not decrypted: it does not have the form of a JWE.');
	return card;
}

/** It may come later than the card itself. */
function isNone(encrypted: unknown): boolean {
	return encrypted === undefined || encrypted === null || encrypted === '';
}
