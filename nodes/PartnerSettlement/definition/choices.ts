import { type Field, field, type FieldInfo, titleCase } from './fields';

/** The methods of the node that list what a locator can stand for. */
export type ListMethod =
	| 'searchCardProducts'
	| 'searchCards'
	| 'searchEsimOffers'
	| 'searchEsimPlans'
	| 'searchGiftOffers'
	| 'searchBought';

/** The ID of a thing: chosen from a list, or typed. A plain text or number in its place is the ID. */
export function locator(name: string, { list, ...info }: FieldInfo & { list: ListMethod }): Field {
	const { placeholder } = info;
	return field(name, {
		// A thing is chosen, and not its ID typed.
		displayName: titleCase(name.replace(/_id$/, '')),
		...info,
		type: 'resourceLocator',
		// The API has no list of what was bought.
		default: { mode: list === 'searchBought' ? 'id' : 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose...',
				typeOptions: { searchListMethod: list, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	});
}

/** A card of this account. */
export function cardId(description: string): Field {
	const placeholder = 'e.g. card-7f3a';
	return locator('card_id', { required: true, list: 'searchCards', placeholder, description });
}

/** An eSIM that was bought. */
export function esimId(description: string): Field {
	return locator('esim_id', {
		required: true,
		displayName: 'eSIM',
		list: 'searchBought',
		placeholder: 'e.g. esim-7f3a',
		description: `${description}. eSIM: Purchase returns its esim_id`,
	});
}

/** What an eSIM is bought by. */
export function esimOffer(name: 'offer_id' | 'plan_id', description: string): Field {
	const list = name === 'offer_id' ? 'searchEsimOffers' : 'searchEsimPlans';
	return locator(name, { required: true, list, placeholder: 'e.g. esim-eu-5gb', description });
}
