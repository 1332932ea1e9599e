import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { isAbsent, isJsonObject } from '../../../partner-api';
import { innerValue } from '../run/parameters';
import { textIn } from './catalog-entry';
import { catalogEntries } from './catalogs';

/** The form of the action node. */
export const resourceMapping = { fieldsOfGiftOffer };

/** The form of the chosen gift offer; a notice instead if it cannot be made. */
async function fieldsOfGiftOffer(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const offerId = innerValue(this.getCurrentNodeParameter('offerId'));
	if (isAbsent(offerId)) return { fields: [] };
	try {
		const offers = await catalogEntries(this, 'giftOffer', 'offer_id');
		const offer = offers.find(({ id }) => id === String(offerId).trim());
		const fields = formFields(offer?.requiredFields);
		return fields ? { fields } : notice(NOT_TOLD);
	} catch (error) {
		return notice(error instanceof Error ? error.message : 'The offer could not be read.');
	}
}

const NOT_TOLD =
	'The list does not say which details this offer needs. If there are any, enter them in Required Fields as JSON under Additional Fields.';

function notice(emptyFieldsNotice: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice };
}

/**
 * The required fields of a gift offer (section 4.5), as a form. The document does not show their shape, so this takes a
 * list of names or of objects with a name, or a JSON schema.
 *
 * @returns undefined if it is none of these
 */
export function formFields(asked: unknown): ResourceMapperField[] | undefined {
	if (Array.isArray(asked)) {
		const fields = asked.map((one: unknown) => {
			const name = textIn(isJsonObject(one) ? one.name : one);
			return name === undefined ? undefined : formField(name, one);
		});
		return fields.every((one) => one !== undefined) ? fields : undefined;
	}
	const { properties, required } = isJsonObject(asked) ? asked : {};
	if (!isJsonObject(properties)) return undefined;
	const names = Array.isArray(required) ? required : [];
	return Object.entries(properties).map(([name, about]) =>
		formField(name, about, names.includes(name)),
	);
}

/** @param about an object that describes the field, or its type */
function formField(name: string, about: unknown, isRequired?: boolean): ResourceMapperField {
	const known: Readonly<Record<string, unknown>> = isJsonObject(about) ? about : { type: about };
	const { label, title, type, options, enum: values = options } = known;
	// The document does not show how to send an object.
	const isPlain = Array.isArray(values) && !values.some((value) => typeof value === 'object');
	const hasChoice = isPlain && values.length > 0;
	return {
		id: name,
		displayName: textIn(label ?? title) ?? name,
		required: isRequired ?? (known.required !== false && known.optional !== true),
		display: true,
		defaultMatch: false,
		canBeUsedToMatch: false,
		type: hasChoice ? 'options' : typeOf(type),
		...(hasChoice && { options: values.map(textIn).map((value = '') => ({ name: value, value })) }),
	};
}

function typeOf(type: unknown): ResourceMapperField['type'] {
	if (type === 'boolean') return type;
	return type === 'number' || type === 'integer' ? 'number' : 'string';
}
