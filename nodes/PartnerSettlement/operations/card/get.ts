import { decryptCard, schemas } from '../../../../partner-api';
import { cardId } from '../../definition/choices';
import { documented, GET, type Operation } from '../../definition/operation';
import type { ItemCall } from '../../definition/item-call';

export const cardGet: Operation = {
	resource: 'card',
	...GET,
	action: 'Get a card (number and CVV with Reveal Secrets)',
	description: 'Get a card with its number (PAN) and CVV, which are masked unless you reveal them',
	isDefault: true,
	section: '4.9',
	endpoint: documented('GET', 'api', '/partner/cards/{card_id}'),
	scope: 'cards:read',
	fields: [cardId('The card to read')],
	response: schemas.cardSchema,
	secrets: true,
	encryptable: true,
	perform: getCard,
};

async function getCard(item: ItemCall): Promise<unknown> {
	const { cardEncryptionKey } = item;
	const card = schemas.recordSchema.parse(await item.send());
	const encrypted = card.card_encrypted;
	if (!item.revealsSecrets || cardEncryptionKey === '' || !encrypted) return card;
	const result = await decryptCard(encrypted, cardEncryptionKey);
	if ('content' in result) return { ...card, card_decrypted: result.content };
	item.hint(`card_encrypted ${result.problem}.`);
	return { ...card, card_not_decrypted: result.problem };
}
