import { inspectToken, schemas, textOf } from '../../../../partner-api';
import { documented, type Operation } from '../../definition/operation';
import type { ItemCall } from '../../definition/item-call';

export const accessTokenInspect: Operation = {
	resource: 'accessToken',
	operation: 'inspect',
	name: 'Inspect',
	action: 'Inspect the access token and its scopes',
	description: 'See what the credential may do: the scopes of its access token, and its expiry',
	section: '5.2',
	endpoint: documented('GET', 'api', '/auth/v1/partner/jwks'),
	effect: 'read',
	fields: [],
	response: schemas.keySetSchema,
	strict: true,
	perform: inspect,
};

/** The token itself never comes out: anyone who has it can spend. */
async function inspect(item: ItemCall): Promise<unknown> {
	// The key set first: if its call renews the token, the renewed one is inspected.
	const keySet = schemas.keySetSchema.parse(await item.send());
	const token = await item.client.token();
	const { claims, problem } = await inspectToken(token.value, keySet);
	const { exp } = claims;
	const expiresAtMs = exp === undefined ? token.expiresAtMs : Number(textOf(exp)) * 1000;
	return {
		claims,
		scopes: token.scopes ?? [],
		// Null for a time beyond all dates. The claim still shows it.
		expires_at: new Date(expiresAtMs).toJSON(),
		signature_valid: problem === undefined,
		...(problem === undefined ? {} : { signature_problem: problem }),
	};
}
