import { type Field, field, type FieldInfo, titleCase } from './fields';

/** The methods of the node that fill a locator's list. */
export type ListMethod =
	| 'searchCardProducts'
	| 'searchCards'
	| 'searchEsimOffers'
	| 'searchEsimPlans'
	| 'searchGiftOffers'
	| 'searchBought';

/** The ID of a thing: chosen from a list, or typed. If the value is a plain text or number, it is the ID. */
export function locator(name: string, { list, ...info }: FieldInfo & { list: ListMethod }): Field {
	const { placeholder } = info;
	return field(name, {
		// The label names the thing, because you choose it rather than type its ID.
		displayName: titleCase(name.replace(/_id$/, '')),
		...info,
		type: 'resourceLocator',
		// The API has no list of purchases.
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

export function cardId(description: string): Field {
	const placeholder = 'e.g. card-7f3a';
	return locator('card_id', { required: true, list: 'searchCards', placeholder, description });
}

export function esimId(description: string): Field {
	return locator('esim_id', {
		required: true,
		displayName: 'eSIM',
		list: 'searchBought',
		placeholder: 'e.g. esim-7f3a',
		description: `${description}. eSIM: Purchase returns its esim_id`,
	});
}

/** The offer or plan of an eSIM order. */
export function esimOffer(name: 'offer_id' | 'plan_id', description: string): Field {
	const list = name === 'offer_id' ? 'searchEsimOffers' : 'searchEsimPlans';
	return locator(name, { required: true, list, placeholder: 'e.g. esim-eu-5gb', description });
}
