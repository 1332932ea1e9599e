import { setImmediate as nextTurn } from 'node:timers/promises';

import {
	type CertificateClaims,
	certificateKey,
	InputError,
	isJsonObject,
	readCertificate,
	resultOrRefusal,
} from '../../../partner-api';
import { OPTIONS } from '../panel/options';
import type { RunItem } from './item';

/** Section 2.6: what a screening calls the network of a withdrawal. */
const NETWORK = 'tron_usdt';
const HOUR_SECONDS = 3600;
/** So many certificates are read in one turn. */
const TURN = 500;
/** Seconds by which another machine's clock may be ahead. */
const CLOCK_SKEW = 60;

/** Why a certificate is no clearance, and what to do. */
interface Lack {
	/** How far it came: the higher, the nearer. */
	step: number;
	why: string;
	hint?: string;
}

const NONE: Lack = {
	step: -1,
	why: 'none came with it',
	hint: `Lead the items from the output Clear of Partner Settlement Screening to this node, or give the certificate under Options, ${OPTIONS.clearance.displayName}.`,
};
const SCREEN = 'Screen the address that is paid with this credential, in front of this node.';
const APPROVED =
	'What a person approved after a Review is paid with a credential that asks for no clearance.';

/**
 * Refuses a withdrawal without a clearance, where the credential asks for one: a certificate by this credential, of an own
 * screening by the credential's rules, that says clear for exactly this address and is not too old. Another source than an
 * own screening cannot be read.
 *
 * @param recipient TRON address
 * @throws InputError that says what is missing, of the certificate that comes nearest
 */
export async function refuseUncleared(item: RunItem, recipient: string): Promise<void> {
	const { clearance } = item.run.settings.policy;
	if (!clearance) return;
	const certificates = item.options.clearance ?? ownCertificate(item);
	let nearest = NONE;
	for (const [place, certificate] of certificates.entries()) {
		// n8n gets its turn: many orders may bring a long list.
		if (place % TURN === 0) await nextTurn();
		const claims = await readOnce(item, certificate);
		const lack = lackOf(claims, item, recipient, clearance.hours);
		if (!lack) return;
		if (lack.step > nearest.step) nearest = lack;
	}
	throw new InputError(
		`The credential asks for a clearance before it pays ${recipient}: ${nearest.why}`,
		nearest.hint,
	);
}

/** The one that the gate gave the item. */
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

/** The first requirement that a certificate does not meet; undefined where it is a clearance. */
function lackOf(
	claims: CertificateClaims | InputError,
	{ run }: RunItem,
	recipient: string,
	hours: string,
): Lack | undefined {
	if (claims instanceof InputError) return { step: 0, why: claims.message, hint: claims.hint };
	const { iss, network, address, verdict, rules_from: rulesFrom, iat } = claims;
	const age = Date.now() / 1000 - iat;
	const isForAddress = network === NETWORK && address === recipient;
	const requirements: [isMet: boolean, why: string, hint?: string][] = [
		[iss === run.settings.partnerId, `is of the partner ${iss}`],
		[isForAddress, `is for ${String(address)} on ${String(network)}`],
		[verdict === 'clear', `says ${verdict}`, APPROVED],
		[rulesFrom === 'credential', 'is by rules of a node'],
		[age >= -CLOCK_SKEW, 'is from the future', 'Set the clocks right.'],
		[age <= Number(hours) * HOUR_SECONDS, `is older than ${hours} hours`],
	];
	const step = requirements.findIndex(([isMet]) => !isMet);
	const [, why = '', hint = SCREEN] = requirements[step] ?? [];
	return step < 0 ? undefined : { step: step + 1, why: `its certificate ${why}`, hint };
}
