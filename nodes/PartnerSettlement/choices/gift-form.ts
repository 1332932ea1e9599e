import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import type { FormMethod } from '../catalog/choices';
import { innerValue, isAbsent } from '../catalog/fields';
import { catalogEntries } from './catalogs';
import type { RequiredField } from './required-fields';

type GiveFields = (this: ILoadOptionsFunctions) => Promise<ResourceMapperFields>;

/** What the forms of the action node ask for. */
export const resourceMapping: Record<FormMethod, GiveFields> = { fieldsOfGiftOffer };

/** The form of the chosen gift offer; a notice in its place where there is none. */
async function fieldsOfGiftOffer(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const offerId = innerValue(this.getCurrentNodeParameter('offerId'));
	if (isAbsent(offerId)) return notice('Choose an offer first.');
	try {
		const offers = await catalogEntries(this, { resource: 'giftOffer', idName: 'offer_id' });
		const offer = offers.find(({ id }) => id === String(offerId).trim());
		const { requiredFields } = offer ?? {};
		if (!requiredFields) {
			const what = offer
				? 'The offer does not say what it asks for'
				: 'The offer is not in the list';
			return notice(`${what}. If it asks for something, choose Using JSON.`);
		}
		if (requiredFields.length === 0) return notice('This offer asks for nothing.');
		return { fields: requiredFields.map(formField) };
	} catch (error) {
		return notice(error instanceof Error ? error.message : 'The offer could not be read.');
	}
}

function notice(emptyFieldsNotice: string): ResourceMapperFields {
	return { fields: [], emptyFieldsNotice };
}

function formField({ name, label, type, isRequired, values }: RequiredField): ResourceMapperField {
	const hasChoice = type === 'string' && values.length > 0;
	return {
		id: name,
		displayName: label,
		required: isRequired,
		display: true,
		defaultMatch: false,
		canBeUsedToMatch: false,
		type: hasChoice ? 'options' : type,
		...(hasChoice && { options: values.map((value) => ({ name: value, value })) }),
	};
}
