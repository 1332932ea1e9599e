import { ROOT } from '../http/only-here';
import { redacted } from '../http/redact';
import type { Partner } from '../state/partners';
import { EVENTS, signatureHeader, type Delivery } from '../state/webhooks';
import type { World } from '../world';
import { markup, type Html, type Look } from './layout';
import { badge, buttons, choice, extIdLink, field, form, heading, table, timeOf } from './parts';

const SHOWN = 200;
const LONGEST_ANSWER = 2000;
const TAMPERED = { body: 'body changed', signature: 'signature wrong', header: 'not signed' };

export function deliveryLink({ id, event }: Delivery): Html {
	return markup`<a href="${ROOT}/events?delivery=${id}#delivery">${event}</a>`;
}

export function deliveryStatus({ status }: Delivery): Html {
	return badge(status ?? 'no response');
}

/** How the delivery was tampered with, and what went wrong. */
export function deliveryNote({ attempt, tamper, status, answer }: Delivery): string {
	const repeat = attempt === 1 ? '' : ', same event ID: it must not be applied again';
	const what = tamper === undefined ? repeat : `, forged: ${TAMPERED[tamper]}`;
	const end = status === null ? `, ${answer}` : status >= 400 ? ': refused' : '';
	return `attempt ${attempt}${what}${end}`;
}

function deliveryDetail({ serviceCode }: World, delivery: Delivery): Html {
	const { id, event, eventId, url, answer, body, signature, tamper } = delivery;
	return markup`<section id="delivery" class="panel detail" tabindex="-1" aria-label="Delivery ${id}">
		<h2>Delivery ${id} <a class="close" href="${ROOT}/events#delivery-${id}">Close</a></h2>
		<p><b>${event}</b> ${deliveryStatus(delivery)} ${deliveryNote(delivery)}</p>
		${buttons(
			`/deliveries/${id}`,
			['Send again'],
			['Send twice at once', 'times:json', 2],
			['Send in 30 s', 'delaySeconds:json', 30],
			['Send with a wrong signature', 'tamper', 'signature'],
			['Send with a changed body', 'tamper', 'body'],
			['Send without a signature', 'tamper', 'header'],
		)}
		<h3>Body</h3><pre tabindex="0">${redacted(body, 2)}</pre>
		<h3>Response</h3><pre tabindex="0">${answer.slice(0, LONGEST_ANSWER) || '(empty)'}</pre>
		<h3>${signatureHeader(serviceCode)}</h3>
		<code>${tamper === 'header' ? '(not sent)' : signature}</code>
		<h3>Event ID</h3><code>${eventId}</code><h3>Sent to</h3><code>${url}</code>
	</section>`;
}

function partnerForms({ id, callbackUrl }: Partner): Html {
	const url = markup`<input type="url" name="callbackUrl" value="${callbackUrl ?? ''}" required
		placeholder="none yet, so nothing is sent" size="44">`;
	const extId = markup`<input name="ext_id" maxlength="128" placeholder="a new one">`;
	const names = EVENTS.map((name) => [name] as const);
	const save = markup`${field(`Callback URL of partner ${id}`, url)}<button>Save</button>`;
	const send = markup`<input type="hidden" name="partner" value="${id}">
		${choice('New event with made-up content', 'event', names, 'card_issue.status_changed')}
		${field('For the ext_id', extId)}<button>Send new event</button>`;
	return markup`<div class="forms">${form(`/partners/${id}`, save)}${form('/events', send)}</div>`;
}

/** The newest deliveries, and forms that send more of them. */
export function events(world: World, look: Look): Html {
	const { deliveries, waiting } = world.webhooks;
	const chosen = deliveries.find(({ id }) => id === look.delivery);
	const rows = deliveries.slice(-SHOWN).map((delivery) => {
		const { id, at, extId } = delivery;
		const about = [id, timeOf(at), deliveryLink(delivery), extIdLink(extId)];
		const cells = [...about, deliveryStatus(delivery), deliveryNote(delivery)];
		return { key: `delivery-${id}`, isChosen: delivery === chosen, cells };
	});
	const heads = ['#No.', 'Time', 'Event', 'ext_id', 'Status', 'Note'];
	const notes = [...waiting].map(
		({ delivery: { id }, due }) =>
			markup`<p class="later">Delivery ${id} goes out again at ${timeOf(due)}.</p>`,
	);
	return markup`${world.partners.all().map(partnerForms)}
	<div class="columns ${chosen ? 'with-detail' : 'single'}">
		<section>${heading('Deliveries', rows.length, deliveries.length)}
			<p class="muted">Click an event to see it, send it again or forge it.</p>${notes}
			${table('Deliveries', heads, rows.reverse())}</section>
		${chosen ? deliveryDetail(world, chosen) : ''}
	</div>`;
}
