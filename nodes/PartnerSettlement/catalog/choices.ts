import { isJsonObject, type JsonValue } from '../../../partner-api';
import { camelCase, type Field, field, type FieldInfo, isAbsent, titleCase } from './fields';

/** The methods of the node that list what a locator can stand for. */
export type ListMethod =
	| 'searchCardProducts'
	| 'searchCards'
	| 'searchEsimOffers'
	| 'searchEsimPlans'
	| 'searchGiftOffers'
	| 'searchCountries'
	| 'searchBought';

/** The methods of the node that give the fields of a form. */
export type FormMethod = 'fieldsOfGiftOffer';

interface LocatorInfo extends FieldInfo {
	list: ListMethod;
}

/** The ID of a thing: chosen from a list, or typed. A plain text or number in its place is the ID. */
export function locator(name: string, { list, ...info }: LocatorInfo): Field {
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

/** A parameter that changes what the panel shows, or which parameter is read. It is neither read nor sent. */
export function panelOnly(name: string, info: FieldInfo): Field {
	return { ...field(name, { ...info, topLevel: true }), isPanelOnly: true };
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
		description: `${description}; its esim_id comes out of eSIM: Purchase`,
	});
}

/** What an eSIM is bought by, with what shortens the list of offers. */
export function esimOffer(name: 'offer_id' | 'plan_id', description: string): Field[] {
	const displayOptions = { show: { [`/${camelCase(name)}.mode`]: ['list'] } };
	return [
		{
			...locator('list_country', {
				displayName: 'Offers for Country',
				topLevel: true,
				list: 'searchCountries',
				placeholder: 'e.g. TR',
				description: 'Shortens the list of offers. It is not sent.',
				displayOptions,
			}),
			isPanelOnly: true,
		},
		panelOnly('list_minimum_data', {
			displayName: 'Offers With at Least (GB)',
			type: 'number',
			default: 0,
			typeOptions: { minValue: 0 },
			description: 'Shortens the list of offers; 0 for all sizes. It is not sent.',
			displayOptions,
		}),
		locator(name, {
			required: true,
			list: name === 'offer_id' ? 'searchEsimOffers' : 'searchEsimPlans',
			typeOptions: { loadOptionsDependsOn: ['listCountry.value', 'listMinimumData'] },
			placeholder: 'e.g. esim-eu-5gb',
			description,
		}),
	];
}

/**
 * An object whose fields the API tells: the editor shows a form for it.
 *
 * @param method gives the fields
 * @param dependsOn the parameter whose value the fields go by
 */
export function form(
	name: string,
	{ method, dependsOn, ...info }: FieldInfo & { method: FormMethod; dependsOn: string },
): Field {
	return field(name, {
		...info,
		type: 'resourceMapper',
		default: { mappingMode: 'defineBelow', value: null },
		typeOptions: {
			loadOptionsDependsOn: [dependsOn],
			resourceMapper: {
				resourceMapperMethod: method,
				mode: 'add',
				valuesLabel: titleCase(name),
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				supportAutoMap: false,
			},
		},
		read: filledIn,
	});
}

/** @returns undefined for a form in which nothing was filled in */
function filledIn(value: unknown): JsonValue | undefined {
	if (!isJsonObject(value)) return undefined;
	const fields = Object.entries(value).filter(([, given]) => !isAbsent(given));
	return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}
