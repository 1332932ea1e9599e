import type { TriggerPanelDefinition } from 'n8n-workflow';

import { FIRST_SECRET } from './first-secret';

const TEST =
	"<b>While you build the workflow</b>, choose a type under Options > Sample Event and click 'Listen for test event': n8n sends itself a signed sample. Or send one to the Test URL, which works for that one event. Tests show up in the editor.";
const SECRET =
	'<b>Which secret?</b> The Webhook Secret of the credential chosen in this node, or its Previous Webhook Secret while you rotate. A delivery signed with anything else gets 401 and starts nothing.';

/** What stands beside the node in the editor while it has no output: where the URL goes, and which secret counts. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive signed events',
	executionsHelp: {
		inactive: `${TEST} <br /> <br /> <b>To run it on real events</b>, publish the workflow and set the Production URL as the callback URL of your partner account (Webhook: Set URL). <br /> <br /> ${SECRET} ${FIRST_SECRET}`,
		active: `${TEST} <br /> <br /> <b>Real events</b> run it since the workflow is published and once the Production URL is the callback URL of your partner account (Webhook: Set URL). Find them in the <a data-key="executions">executions list</a>, not in the editor. <br /> <br /> ${SECRET}`,
	},
	activationHint: {
		inactive:
			'Once the workflow is published, copy the Production URL from Webhook URLs and set it as the callback URL of your partner account (Webhook: Set URL). Deliveries are checked with the Webhook Secret of the credential.',
		active:
			'Live. If you have not done so yet, set the Production URL as the callback URL of your partner account (Webhook: Set URL). Deliveries are checked with the Webhook Secret of the credential.',
	},
};
