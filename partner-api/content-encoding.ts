import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** What a gateway may do to an answer although it was asked not to. */
const DECODERS = new Map([
	['gzip', promisify(gunzip)],
	['x-gzip', promisify(gunzip)],
	['deflate', promisify(inflate)],
	['br', promisify(brotliDecompress)],
]);

const BYTES_OF_A_MEBIBYTE = 1024 * 1024;

/** Why a body cannot be read. */
export interface Unreadable {
	code: 'answer_too_large' | 'unreadable_encoding';
	detail: string;
}

/** @param mostBytes what a body may have at the most, compressed or not */
export function tooLarge(mostBytes: number): Unreadable {
	const limit = String(mostBytes / BYTES_OF_A_MEBIBYTE);
	return { code: 'answer_too_large', detail: `it has more than ${limit} MiB` };
}

/**
 * Undoes the compression of an answer.
 *
 * @param bytes the body as it came
 * @param encoding its Content-Encoding header; empty where it has none
 * @param mostBytes no more is ever unpacked, by any of several codings
 */
export async function decoded(
	bytes: Uint8Array,
	encoding: string,
	mostBytes: number,
): Promise<Uint8Array | Unreadable> {
	// The last one was put on last.
	const codings = encoding.toLowerCase().split(/[\s,]+/);
	const unreadable = {
		code: 'unreadable_encoding',
		detail: `Content-Encoding ${encoding}`,
	} as const;
	let plain = bytes;
	for (const coding of codings.reverse()) {
		if (coding === '' || coding === 'identity' || plain.length === 0) continue;
		const decode = DECODERS.get(coding);
		if (!decode) return unreadable;
		try {
			plain = await decode(plain, { maxOutputLength: mostBytes });
		} catch (error) {
			return isTooLarge(error) ? tooLarge(mostBytes) : unreadable;
		}
	}
	return plain;
}

function isTooLarge(error: unknown): boolean {
	return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
}
