import { generate } from 'selfsigned';

export interface Certificate {
	/** PEM. */
	key: string;
	/** PEM; also what clients have to trust. */
	cert: string;
}

/** A self-signed certificate for 127.0.0.1, made anew for each run. */
export async function loopbackCertificate(): Promise<Certificate> {
	const pem = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
		// As gateways mostly have: the signature of a handshake is cheap for the server, which must
		// not be what is measured.
		keyType: 'ec',
		curve: 'P-256',
		algorithm: 'sha256',
		extensions: [
			{ name: 'basicConstraints', cA: true, critical: true },
			{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
		],
	});
	return { key: pem.private, cert: pem.cert };
}
