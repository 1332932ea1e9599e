import type { INodeProperties } from 'n8n-workflow';

import type { Goods, Operation } from './operation';
import { ENCRYPT_TO, WAIT_UNTIL_READY } from './parameters';

/** What an operator calls the secrets of what was bought. */
const BROUGHT: Record<Goods['field'], string> = {
	card: 'card number and CVV',
	esim: 'activation code and QR code',
	gift_card: 'codes',
};

/** The toggle with which an order is waited for. */
export function waitProperty({ goods }: Operation): INodeProperties {
	return {
		displayName: WAIT_UNTIL_READY.displayName,
		name: WAIT_UNTIL_READY.parameter,
		type: 'boolean',
		default: false,
		description: goods
			? `Whether to wait until the order is ready, and to put out what was bought as "${goods.field}". If it is not ready in time, the item says so in outcome_reached.`
			: 'Whether to wait until the order is finished. If it is not finished in time, the item says so in outcome_reached.',
		...(goods && { hint: `Off: only the order comes out, without ${BROUGHT[goods.field]}` }),
	};
}

/** The public key that secrets are encrypted to. */
export function encryptProperty({ asynchronous }: Operation): INodeProperties {
	return {
		displayName: ENCRYPT_TO.displayName,
		name: ENCRYPT_TO.parameter,
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. -----BEGIN PUBLIC KEY-----...',
		description:
			'The public key of whoever may read the card (X25519, P-256 or RSA, as PEM or JWK). The secrets come out as one text that only its owner can decrypt, secrets_encrypted (a JWE).',
		hint: 'Optional. With a key here, only its owner can read the secrets',
		...(asynchronous && {
			displayOptions: { show: { [WAIT_UNTIL_READY.parameter]: [true] } },
		}),
	};
}
