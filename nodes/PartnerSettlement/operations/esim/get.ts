import { isJsonObject, schemas } from '../../../../partner-api';
import { esimId } from '../../definition/choices';
import type { ItemCall } from '../../definition/item-call';
import { documented, GET, type Operation } from '../../definition/operation';

export const esimGet: Operation = {
	resource: 'esim',
	...GET,
	action: 'Get an eSIM',
	description: 'Get an eSIM with its usage and its activation code (LPA), once it is ready',
	section: '4.4',
	endpoint: documented('GET', 'api', '/partner/esims/{esim_id}'),
	scope: 'esim:*',
	fields: [esimId('The eSIM to read')],
	response: schemas.esimSchema,
	secrets: true,
	perform: getEsim,
};

/**
 * An activation code (SGP.22, section 4.1): the address of the SM-DP+, the matching ID, and perhaps more. A longer one does
 * not fit into a QR code.
 */
const ACTIVATION_CODE = /^(?=.{0,9999}$)(?:LPA:)?1\$([^$]+)\$([^$]*)/i;

/** The record. If its activation code may be shown, its parts are added as a phone asks for them. */
async function getEsim(item: ItemCall): Promise<unknown> {
	const esim = await item.send();
	const lpa = item.revealsSecrets ? activationCodeOf(esim) : undefined;
	const [, smdpAddress, matchingId] = ACTIVATION_CODE.exec(lpa?.replace(/\s/g, '') ?? '') ?? [];
	if (smdpAddress === undefined || !isJsonObject(esim)) return esim;
	return { ...esim, lpa_parts: { smdp_address: smdpAddress, matching_id: matchingId } };
}

/** Whether an eSIM can be activated by now (section 2.4). */
export function hasActivationCode(esim: unknown): boolean {
	return activationCodeOf(esim) !== undefined;
}

function activationCodeOf(esim: unknown): string | undefined {
	const { activation } = isJsonObject(esim) ? esim : {};
	const { lpa } = isJsonObject(activation) ? activation : {};
	return typeof lpa === 'string' && lpa !== '' ? lpa : undefined;
}
