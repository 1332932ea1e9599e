// A credential is made of what `npm start` prints, and n8n says that it works.
import { credentialData } from '../../../dev/stack/credential';
import { credentialLines } from '../../../dev/stack/describe-demo';
import { task } from '../support/task';

const SECRET = 'Webhook Secret';

task('Make the credential', {}, async ({ operator, seat, partner }) => {
	await operator.page.goto(`${seat.api.url}/home/credentials`);
	await operator.addCredential('Partner Settlement API');
	// The secret is read from the JSON that n8n copies after a rotation, but not from any other JSON. It is typed
	// first, because n8n takes over a text only a while later.
	await operator.fill(SECRET, '{"secret": "copied with its braces"}');
	for (const line of credentialLines(credentialData(seat.sandbox, partner))) {
		const [label = '', value = ''] = line.trim().split(/ {2,}/);
		if (label !== SECRET) await operator.fill(label, value);
	}
	await operator.press('Save');
	await operator.page.getByText('More details').click();
	await operator.page.getByText('Webhook Secret looks like JSON').first().waitFor();
	await operator.fill(SECRET, JSON.stringify([{ hmac_secret: partner.webhookSecret }]));
	await operator.press('Save');
	await operator.page.getByText('Connection tested successfully').waitFor();

	const credentials = await seat.api.listCredentials();
	expect(credentials.map(({ name }) => name)).toContain('Partner Settlement account 2');
});
