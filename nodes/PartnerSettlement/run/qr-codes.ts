import type { INodeExecutionData } from 'n8n-workflow';

import { isJsonObject, type JsonObject, restAfter } from '../../../partner-api';
import type { RunContext } from './context';

/** Pixels for each square of the code: large enough for a camera. */
const SCALE = 8;
/** White squares around the code, as its standard requires. */
const BORDER = 4;
/** A hostile list may hold millions. */
const MAX_CODES = 1_000;

/**
 * Adds the QR code of each eSIM in an item, as a PNG: `qr`, then `qr_2` and so on. Only an eSIM with the parts of its
 * activation code gets one, so never one with a redacted code. If one cannot be made, a hint says so.
 */
export async function addQrCodes(
	{ node, hints }: RunContext,
	item: INodeExecutionData,
): Promise<void> {
	try {
		let begin = performance.now();
		for (const [index, lpa] of activationCodesIn(item.json as JsonObject).entries()) {
			const png = await qrCodeOf(lpa);
			const name = index === 0 ? 'qr' : `qr_${String(index + 1)}`;
			const file = `esim-${name.replace('_', '-')}.png`;
			const binary = await node.helpers.prepareBinaryData(png, file, 'image/png');
			(item.binary ??= {})[name] = binary;
			begin = await restAfter(begin);
		}
	} catch (error) {
		const kind = error instanceof Error ? error.name : typeof error;
		hints.add(`The QR code of an eSIM could not be made (${kind}).`);
	}
}

/** From the record of an eSIM, or of an order with its eSIMs; each may hold its own under `esim`. */
function activationCodesIn(record: JsonObject): string[] {
	const items = Array.isArray(record.items) ? record.items.slice(0, MAX_CODES) : [];
	const holders = [record, ...items.filter(isJsonObject)];
	const esims = holders.flatMap((holder) => [holder, holder.esim]).filter(isJsonObject);
	return esims.flatMap(({ activation, lpa_parts: parts }) => {
		const lpa = isJsonObject(activation) && parts !== undefined ? activation.lpa : undefined;
		// In a QR code it begins with this (SGP.22, section 4.1.2), and has no white space.
		return typeof lpa === 'string' ? [`LPA:${lpa.replace(/^\s*LPA:|\s/gi, '')}`] : [];
	});
}

/** A text as a QR code: a PNG in grey, with a byte for each pixel. */
async function qrCodeOf(text: string): Promise<Buffer> {
	// Loaded only here, because few runs need them.
	const [{ encodeQR }, { PNG }] = await Promise.all([import('qr'), import('pngjs')]);
	const pixels = encodeQR(text, 'raw', { border: BORDER, scale: SCALE });
	const grey = { colorType: 0, inputColorType: 0 } as const;
	const png = new PNG({ width: pixels.length, height: pixels.length, ...grey });
	png.data = Buffer.from(pixels.flat().map((isDark) => (isDark ? 0x00 : 0xff)));
	return PNG.sync.write(png, grey);
}
