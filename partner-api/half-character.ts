/** Half a character, left over where a text was cut: it has no bytes. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether a text cannot be sent as it is, because it was cut within a character. */
export function holdsHalfCharacter(text: string): boolean {
	return LONE_SURROGATE.test(text);
}
