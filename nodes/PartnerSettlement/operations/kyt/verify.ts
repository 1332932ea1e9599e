import { field } from '../../definition/fields';
import { LOCAL, type Operation } from '../../definition/operation';

/** It makes no call: `verify-certificates.ts` carries it out. */
export const kytVerify: Operation = {
	resource: 'kyt',
	operation: 'verify',
	name: 'Verify a Certificate',
	action: 'Verify the certificate of a screening',
	subtitle: 'Verify a certificate',
	description: 'Check who signed a verdict of the gate, and that nobody has changed it since',
	section: '2.6',
	...LOCAL,
	fields: [
		field('certificate', {
			required: true,
			placeholder: 'e.g. eyJhbGciOiJFZERTQSIs...',
			description:
				'The certificate from the gate, screening.certificate. An invalid one comes out with valid: false and the reason.',
		}),
		field('verification_key', {
			topLevel: true,
			placeholder: 'e.g. {"kty": "OKP", "crv": "Ed25519", "x": "..."}',
			description:
				'An earlier verification_key, for certificates from before you changed the private key. With it, no credential is needed.',
			hint: 'Empty: the key of the credential',
		}),
	],
};
