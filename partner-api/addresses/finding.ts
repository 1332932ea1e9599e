/** The chains whose addresses are known here, by the names an operator knows. */
export type Chain = 'TRON' | 'Ethereum' | 'Bitcoin';

/** What a text is, by its form. */
export interface Finding {
	chain: Chain;
	/** Of a test network: nothing of worth is there. */
	isTest?: boolean;
	/** Why it is no valid address of the chain, although it looks like one. */
	fault?: string;
}

/** The fault of a mistyped TRON or Bitcoin address. */
export const CHECKSUM_FAULT = 'its checksum does not fit, so a character is wrong or missing';
