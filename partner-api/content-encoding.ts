import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** What a gateway may do to an answer although it was asked not to. */
const DECODERS = new Map([
	['gzip', promisify(gunzip)],
	['x-gzip', promisify(gunzip)],
	['deflate', promisify(inflate)],
	['br', promisify(brotliDecompress)],
]);

/**
 * Undoes the compression of an answer.
 *
 * @param bytes the body as it came
 * @param encoding its Content-Encoding header
 * @param mostBytes stops an answer that would fill the memory
 * @returns undefined for one that cannot be undone
 */
export async function decoded(
	bytes: Uint8Array,
	encoding: string,
	mostBytes: number,
): Promise<Uint8Array | undefined> {
	// The last one was put on last.
	const codings = encoding.toLowerCase().split(/[\s,]+/);
	let plain = bytes;
	for (const coding of codings.reverse()) {
		if (coding === '' || coding === 'identity' || plain.length === 0) continue;
		const decode = DECODERS.get(coding);
		if (!decode) return undefined;
		try {
			plain = await decode(plain, { maxOutputLength: mostBytes });
		} catch {
			return undefined;
		}
	}
	return plain;
}
