import { crc32, deflateSync } from 'node:zlib';
import type { INodeExecutionData } from 'n8n-workflow';

import { isJsonObject, type JsonObject, restAfter } from '../../../partner-api';
import type { RunContext } from './context';

/** Pixels for each square of the code: large enough for a camera, and as many as a byte has bits. */
const SCALE = 8;
/** White squares around the code, as its standard requires. */
const BORDER = 4;
/** A hostile list may hold millions. */
const MAX_CODES = 1_000;
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

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
			// Loaded only here, because few runs need it.
			const { encodeQR } = await import('qr');
			const png = pngOf(encodeQR(lpa, 'raw', { border: BORDER }));
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

/**
 * Black and white, with a bit for each pixel, so a square of the code is one byte in each of eight lines. Dark squares
 * are `true`.
 */
function pngOf(squares: boolean[][]): Buffer {
	const lines = squares.flatMap((row) => {
		// The first byte says that the line is not filtered.
		const line = Buffer.from([0, ...row.map((isDark) => (isDark ? 0 : 0xff))]);
		return Array<Buffer>(SCALE).fill(line);
	});
	const header = Buffer.alloc(13);
	header.writeUInt32BE(squares.length * SCALE, 0);
	header.writeUInt32BE(lines.length, 4);
	header.writeUInt8(1, 8);
	const image = deflateSync(Buffer.concat(lines));
	const chunks = [chunk('IHDR', header), chunk('IDAT', image), chunk('IEND', Buffer.alloc(0))];
	return Buffer.concat([PNG_SIGNATURE, ...chunks]);
}

/** A part of a PNG: its length, its type with its data, and the checksum of these. */
function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, checksum]);
}
