import type { INodeProperties } from 'n8n-workflow';

import { isJsonObject, type JsonValue, readInteger } from '../../../partner-api';
import { type Field, field, type FieldInfo, isAbsent, readText, titleCase } from './fields';

/** The methods of the node that list what a locator can stand for. */
export type ListMethod =
	| 'searchCardProducts'
	| 'searchCards'
	| 'searchEsimOffers'
	| 'searchEsimPlans'
	| 'searchEsims'
	| 'searchGiftOffers'
	| 'searchPurchases';

/** The methods of the node that give the fields of a form. */
export type FormMethod = 'fieldsOfGiftOffer';

interface LocatorInfo extends FieldInfo {
	list: ListMethod;
	/** Parameters that change the list. */
	dependsOn?: string[];
	/** The API has no list of these: By ID is chosen at first. */
	isNeverListed?: true;
}

/** The ID of a thing: chosen from a list, or typed. A plain text or number in its place is the ID. */
export function locator(name: string, info: LocatorInfo): Field {
	return field(name, info, locatorProperty(info), readText);
}

/** As `locator`, of an ID that is sent as an integer of up to 64 bits, with every digit. */
export function integerLocator(name: string, info: LocatorInfo): Field {
	return field(name, info, locatorProperty(info), readInteger);
}

function locatorProperty({
	list,
	dependsOn,
	isNeverListed,
	placeholder = '',
}: LocatorInfo): Omit<Field['property'], 'description'> {
	return {
		type: 'resourceLocator',
		default: { mode: isNeverListed ? 'id' : 'list', value: '' },
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
		...(dependsOn && { typeOptions: { loadOptionsDependsOn: dependsOn } }),
	};
}

/** A parameter that changes what the panel shows, or which parameter is read. It is not sent. */
export function panelOnly(
	name: string,
	info: FieldInfo,
	property: Pick<INodeProperties, 'type' | 'default' | 'options' | 'typeOptions'>,
): Field {
	return {
		...field(name, { ...info, topLevel: true }, property, () => undefined),
		isPanelOnly: true,
	};
}

/**
 * What narrows the list of eSIM offers.
 *
 * @param parameter the locator with the list
 */
export function esimNarrowing(parameter: string): Field[] {
	const displayOptions = { show: { [`/${parameter}.mode`]: ['list'] } };
	return [
		panelOnly(
			'list_country',
			{
				displayName: 'Offers for Country',
				placeholder: 'e.g. Germany or DE',
				description: 'Shortens the list of offers. It is not sent.',
				displayOptions,
			},
			{ type: 'string', default: '' },
		),
		panelOnly(
			'list_minimum_data',
			{
				displayName: 'Offers With at Least (GB)',
				description: 'Shortens the list of offers; 0 for all sizes. It is not sent.',
				displayOptions,
			},
			{ type: 'number', default: 0, typeOptions: { minValue: 0 } },
		),
	];
}

/** The parameters that change the list of eSIM offers. */
export const ESIM_NARROWING = ['listCountry', 'listMinimumData'];

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
	const property = {
		type: 'resourceMapper' as const,
		default: { mappingMode: 'defineBelow', value: null },
		typeOptions: {
			loadOptionsDependsOn: [dependsOn],
			resourceMapper: {
				resourceMapperMethod: method,
				mode: 'add' as const,
				valuesLabel: titleCase(name),
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				supportAutoMap: false,
			},
		},
	};
	return field(name, info, property, filledIn);
}

/** @returns undefined for a form in which nothing was filled in */
function filledIn(value: unknown): JsonValue | undefined {
	if (!isJsonObject(value)) return undefined;
	const fields = Object.entries(value).filter(([, given]) => !isAbsent(given));
	return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}
