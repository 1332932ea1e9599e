import type { INodeExecutionData } from 'n8n-workflow';

import { isJsonObject } from '../../../partner-api';
import { innermostIn } from '../definition/envelope';
import type { RunContext } from './context';

/** Large enough for a camera that is held before a screen: pixels for each square of the code. */
const SCALE = 8;

/**
 * Adds the QR code of each eSIM in an item, as a PNG: `qr`, then `qr_2` and so on. An eSIM is one of which the activation
 * code is there in parts, so none whose code is masked. One that cannot be made is told as a hint.
 */
export async function addQrCodes(
	{ node, hints }: RunContext,
	item: INodeExecutionData,
): Promise<void> {
	try {
		for (const [index, lpa] of activationCodesIn(item.json).entries()) {
			// It is loaded where it is used, as few runs need it.
			const { toBuffer } = await import('qrcode');
			const png = await toBuffer(lpa, { scale: SCALE });
			const name = index === 0 ? 'qr' : `qr_${String(index + 1)}`;
			const file = `esim-${name.replace('_', '-')}.png`;
			const binary = await node.helpers.prepareBinaryData(png, file, 'image/png');
			item.binary = { ...item.binary, [name]: binary };
		}
	} catch (error) {
		const kind = error instanceof Error ? error.name : typeof error;
		hints.add(`The QR code of an eSIM could not be made (${kind}).`);
	}
}

/** Of the record of an eSIM, or of an order with the eSIMs that were bought. */
function activationCodesIn(record: unknown): string[] {
	if (!isJsonObject(record)) return [];
	const { activation, lpa_parts: parts, esim } = record;
	const held = innermostIn(record);
	const items = record.items ?? (isJsonObject(held) ? held.items : undefined);
	const lpa = isJsonObject(activation) && parts !== undefined ? activation.lpa : undefined;
	const inside = [esim, ...(Array.isArray(items) ? items : [])].flatMap(activationCodesIn);
	return typeof lpa === 'string' ? [lpa, ...inside] : inside;
}
