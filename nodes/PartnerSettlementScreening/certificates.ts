import type { IDataObject } from 'n8n-workflow';

import {
	type CertificateKey,
	clearanceDigest,
	InputError,
	signCertificate,
	type Statement,
} from '../../partner-api';
import { version } from '../../package.json';
import type { RunContext } from '../PartnerSettlement/run/context';
import { readFields } from '../PartnerSettlement/run/parameters';
import type { Asked, Judgement } from './judge';
import type { Rules } from './rules';

/** The gate's addition to an item, in its field `screening`. */
export interface Screening extends Judgement {
	/** The API's record, as KYT Screening: Screen an Address gives it; null if there is none. */
	record: IDataObject | null;
	/** The idempotency key under which it was ordered; null if there is none. */
	ext_id: string | null;
	/** Why there is no record, in the form of On Error: Continue: what happened, and what became of the money. */
	failure?: IDataObject;
	/** The certificate, a compact JWS; absent until it is made, null if that failed. */
	certificate?: string | null;
}

/** Shared by all certificates of a run. */
type Signing = ReturnType<typeof signingBy>;

/** @param key of the credential's certificates */
export function signingBy(run: RunContext, key: CertificateKey) {
	const { node, settings } = run;
	const { id, name } = node.getWorkflow();
	const origin = {
		iss: settings.partnerId,
		rules_from: settings.policy.clearance ? 'credential' : 'node',
		rules_sha256: clearanceDigest(settings),
		source: 'screened',
		workflow: { id, name },
		execution: node.getExecutionId(),
		node: node.getNode().name,
		package: version,
	} as const;
	return { run, key, origin };
}

export interface Progress {
	/** Absent before the credential is read. */
	signing?: Signing;
	/** By item; empty before all are read. */
	rules: readonly Rules[];
}

/** Signs the gate's verdict on an item. Never throws, because the screening is paid for by then. */
export function certified(
	{ signing, rules }: Progress,
	screening: Screening,
	itemIndex: number,
	sent?: Asked,
): Screening {
	try {
		if (!signing) throw new InputError('the credential could not be used');
		const { verdict, reasons, record, ext_id } = screening;
		const { run, key, origin } = signing;
		const own = rules[itemIndex];
		const { network, address } = sent ?? askedFor(run, itemIndex);
		const text = (value: unknown) => (typeof value === 'string' ? value : null);
		const statement: Statement = {
			...origin,
			...{ verdict, reasons, ext_id },
			...{ network: text(network), address: text(address) },
			rules: own ? { ...own } : null,
		};
		return { ...screening, certificate: signCertificate(key, statement, record) };
	} catch (error) {
		const why = error instanceof InputError ? error.message : 'it could not be signed';
		const reasons = [...screening.reasons, `There is no certificate: ${why}.`];
		return { ...screening, reasons, certificate: null };
	}
}

/** The fields of an item's screening, as they would be sent; empty if they cannot be read. */
export function askedFor(run: RunContext, itemIndex: number): Asked {
	try {
		return readFields(run, itemIndex);
	} catch {
		return {};
	}
}
