/**
 * How an operator comes by a first Webhook Secret: the document shows no source of one but the rotation, and that needs a
 * callback URL (section 4.1). The Production URL is there before the workflow is live, but n8n answers it with 404 until
 * then, and a schedule of redeliveries is not shown (section 6.6).
 */
export const FIRST_SECRET =
	'No secret yet? Set the Production URL as the callback URL with Webhook: Set URL, run Webhook: Rotate Secret with Reveal Secrets on, save the new secret as Webhook Secret in the credential, then publish. Events until then may be lost: n8n answers them with 404, so order nothing before.';
