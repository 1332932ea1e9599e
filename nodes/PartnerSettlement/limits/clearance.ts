import { setImmediate as nextTurn } from 'node:timers/promises';

import {
	type CertificateClaims,
	certificateKey,
	clearanceDigest,
	InputError,
	isJsonObject,
	readCertificate,
	resultOrRefusal,
} from '../../../partner-api';
import { OPTIONS } from '../panel/options';
import type { RunItem } from '../run/run-item';

/** Section 2.6: a screening's name for the network of a withdrawal. */
const NETWORK = 'tron_usdt';
const HOUR_SECONDS = 3600;
/** At most this many certificates are read in one turn. */
const TURN = 500;
/** Seconds by which another machine's clock may be ahead. */
const CLOCK_SKEW = 60;

/** Why a certificate is not a clearance, and what to do. */
interface Lack {
	why: string;
	hint?: string;
}

/** A certificate that can't be read, is another partner's, or is for another address; or none. */
interface Foreign extends Lack {
	/** How many checks it passed. A higher number is nearer to a clearance. */
	step: number;
}

const NONE: Foreign = {
	step: -1,
	why: 'the item has none',
	hint: `Connect the output Clear of Partner Settlement Screening to this node, or enter the certificate under Options, ${OPTIONS.clearance.displayName}. If screening.certificate is null, screening.reasons says why.`,
};
const SCREEN = 'Screen the address with this credential, in front of this node.';
const APPROVED =
	'To pay an address that a person approved after Review, use a credential without a clearance.';

/**
 * Refuses a withdrawal without a clearance, if the credential asks for one. A clearance is a certificate that says clear
 * for exactly this address, by the credential's present rules, and is not too old. This credential signed it in the run
 * that made the screening. If there are several certificates for the address, the newest counts.
 *
 * @param recipient TRON address
 * @throws InputError that says what is missing, for the certificate that comes nearest
 */
export async function requireClearance(item: RunItem, recipient: string): Promise<void> {
	const { settings } = item.run;
	const { clearance } = settings.policy;
	if (!clearance) return;
	const certificates = item.options.clearance ?? ownCertificate(item);
	let newest: CertificateClaims | undefined;
	let nearest = NONE;
	for (const [place, certificate] of certificates.entries()) {
		// Gives n8n a turn, because many orders may bring a long list.
		if (place % TURN === 0) await nextTurn();
		const found = await claimsFor(item, certificate, recipient);
		if ('step' in found) nearest = found.step > nearest.step ? found : nearest;
		else if (!newest || isNewer(found, newest)) newest = found;
	}
	const lack = newest ? lackOf(newest, clearance.hours, clearanceDigest(settings)) : nearest;
	if (!lack) return;
	throw new InputError(
		`The credential requires a clearance before it pays ${recipient}: ${lack.why}`,
		lack.hint,
	);
}

/** If two are from the same second, one that is not clear counts. */
function isNewer({ iat, verdict }: CertificateClaims, other: CertificateClaims): boolean {
	return iat > other.iat || (iat === other.iat && verdict !== 'clear');
}

/** The certificate that the gate gave the item. */
function ownCertificate({ run, itemIndex }: RunItem): string[] {
	const { screening } = run.node.getInputData()[itemIndex]?.json ?? {};
	const { certificate } = isJsonObject(screening) ? screening : {};
	return typeof certificate === 'string' ? [certificate] : [];
}

/** Many withdrawals may bring the same list. */
async function readOnce(
	{ run }: RunItem,
	certificate: string,
): Promise<CertificateClaims | InputError> {
	const { publicKey } = await (run.certificateKey ??= certificateKey(run.settings.privateKey));
	const known =
		run.certificates.get(certificate) ?? resultOrRefusal(readCertificate(certificate, publicKey));
	run.certificates.set(certificate, known);
	return await known;
}

/** The claims of a certificate of this partner for exactly this address; otherwise why it is not one. */
async function claimsFor(
	item: RunItem,
	certificate: string,
	recipient: string,
): Promise<CertificateClaims | Foreign> {
	const claims = await readOnce(item, certificate);
	if (claims instanceof InputError) return { step: 0, why: claims.message, hint: SCREEN };
	const { iss, network, address } = claims;
	if (iss !== item.run.settings.partnerId)
		return { step: 1, why: `its certificate belongs to partner ${iss}`, hint: SCREEN };
	if (network === NETWORK && address === recipient) return claims;
	const why = `its certificate is for ${String(address)} on ${String(network)}`;
	return { step: 2, why, hint: SCREEN };
}

/** The first requirement that the certificate does not meet; undefined if it is a clearance. */
function lackOf(
	{ verdict, rules_from: rulesFrom, rules_sha256: rules, iat }: CertificateClaims,
	hours: string,
	present: string | undefined,
): Lack | undefined {
	const age = Date.now() / 1000 - iat;
	const requirements: [isMet: boolean, why: string, hint?: string][] = [
		[verdict === 'clear', `says ${verdict}`, APPROVED],
		[rulesFrom === 'credential', "was made under a node's rules, not the credential's"],
		[rules === present, "was made under Clearance Rules that differ from the credential's"],
		[age >= -CLOCK_SKEW, 'is dated in the future', 'Correct the clocks.'],
		[age <= Number(hours) * HOUR_SECONDS, `is older than ${hours} hours`],
	];
	const [, why, hint = SCREEN] = requirements.find(([isMet]) => !isMet) ?? [];
	return why === undefined ? undefined : { why: `its certificate ${why}`, hint };
}
