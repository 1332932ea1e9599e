import { FAULT_TABLE, LOOKUPS } from '../http/faults';
import { isJsonObject, parseJson } from '../http/json';
import { ROOT } from '../http/only-here';
import { redacted, redactedQuery } from '../http/redact';
import type { RecordedRequest } from '../http/stats';
import type { World } from '../world';
import { deliveryLink, deliveryNote, deliveryStatus } from './events';
import { markup, type Html, type Look } from './layout';
import { orderStatus, screeningStatus, subjectOf } from './money';
import { badge, copyButton, extIdLink, heading, table, timeOf, type Row } from './parts';

const SHOWN = 500;
/** Only this many characters of a body are searched for an ext_id. */
const LOOKED_AT = 50_000;

const NOTE_OF_REPEAT = 'Same ext_id: nothing new was paid';

/** Something that happened to an order. */
type Entry = Row & { at: Date };

function entry(key: string, at: Date, ...cells: unknown[]): Entry {
	return { key, at, cells: [timeOf(at), ...cells] };
}

function parsed(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

function extIdsIn(text: string): string[] {
	const found = text.slice(0, LOOKED_AT).matchAll(/"ext_id"\s*:\s*("(?:[^"\\]|\\.)*")/g);
	return [...new Set([...found].map(([, quoted = '']) => String(parsed(quoted))))];
}

/** The orders that a request is about: those it names, or the only one in its response. */
function extIdsOf({ body, query, response }: RecordedRequest): string[] {
	const named = [...extIdsIn(body), ...new URLSearchParams(query).getAll('ext_id')];
	const shown = extIdsIn(response);
	return named.length === 0 && shown.length === 1 ? shown : named;
}

/** Why a request was refused, or its response lost. */
function noteOf({ fault, status, response }: RecordedRequest): string {
	const row = FAULT_TABLE.find(({ name }) => name === fault);
	if (row) return `Fault ${row.name}: ${row.meaning}`;
	const body = parsed(response);
	const isRefusal = isJsonObject(body) && status !== null && status >= 400;
	return isRefusal ? `${String(body.error)}: ${String(body.message)}` : '';
}

function requestStatus({ status, fault }: RecordedRequest): Html {
	return badge(status ?? (fault === undefined ? 'waiting' : 'no response'));
}

function linkTo({ ext_id: extId }: Look, request?: RecordedRequest): string {
	const query = new URLSearchParams(extId === undefined ? {} : { ext_id: extId });
	if (request) query.set('request', String(request.id));
	return `${ROOT}/requests?${query.toString()}${request ? '#request' : ''}`;
}

function requestEntry(look: Look, request: RecordedRequest, note: string): Entry {
	const { id, at, method, path } = request;
	const what = markup`<a href="${linkTo(look, request)}"><b>${method}</b> <code>${path}</code></a>`;
	const links = extIdsOf(request).slice(0, 3).map(extIdLink);
	// In the list of one order, all requests have the same ext_id.
	const orders = look.ext_id === undefined ? [links.length === 0 ? undefined : links] : [];
	const cells = [what, ...orders, requestStatus(request), note];
	return { ...entry(`request-${id}`, at, ...cells), isChosen: id === look.request };
}

/** How the orders and screenings with this ext_id were accepted and ended, and what was sent about them. */
function livesOf({ orders, kyt, webhooks }: World, extId: string): Entry[] {
	const isOfOrder = (one: { extId?: string | null }): boolean => one.extId === extId;
	const life = (key: string, from: Date, to: Date, what: string, note: string, end: Html) => [
		entry(`from-${key}`, from, what, badge('accepted'), note),
		entry(`to-${key}`, to, what, end, ''),
	];
	const ofOrders = orders.all.filter(isOfOrder).flatMap((order) => {
		const { orderId, createdAt: from, updatedAt: to, kind, facts } = order;
		const note = `${typeof facts.amount === 'string' ? facts.amount : ''} ${subjectOf(order)}`;
		return life(orderId, from, to, `Order: ${kind}`, note, orderStatus(order));
	});
	const checks = kyt.all().filter(isOfOrder);
	const ofChecks = checks.flatMap((check) => {
		const { id, createdAt: from, completedAt: to = from, address } = check;
		return life(String(id), from, to, 'Screening', address, screeningStatus(check));
	});
	const ofEvents = webhooks.deliveries.filter(isOfOrder).map((delivery) => {
		const [status, note] = [deliveryStatus(delivery), deliveryNote(delivery)];
		const what = markup`Event: ${deliveryLink(delivery)}`;
		return entry(`event-${delivery.id}`, delivery.at, what, status, note);
	});
	return [...ofOrders, ...ofChecks, ...ofEvents];
}

/** The request as a curl command. Its path and body are untrusted text, so each is quoted as one word of the shell. */
function curlOf(origin: string, { method, path, query, headers, body }: RecordedRequest): string {
	const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
	const search = query === '' ? '' : `?${redactedQuery(query)}`;
	const type = headers['content-type'];
	return [
		`curl -X ${method} ${quoted(`${origin}${path}${search}`)}`,
		...(headers.authorization === undefined ? [] : [`-H 'authorization: Bearer <ACCESS_TOKEN>'`]),
		...(type === undefined ? [] : [`-H ${quoted(`content-type: ${type}`)}`]),
		...(body === '' ? [] : [`--data-raw ${quoted(redacted(body))}`]),
	].join(' \\\n  ');
}

function requestDetail(request: RecordedRequest, look: Look): Html {
	const { id, method, path, query, body, response } = request;
	const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
	const curl = curlOf(look.origin, request);
	const block = (title: string, text: string): Html =>
		text === '' ? markup`` : markup`<h3>${title}</h3><pre tabindex="0">${text}</pre>`;
	return markup`<section id="request" class="panel detail" tabindex="-1" aria-label="Request ${id}">
		<h2>Request ${id} <a class="close" href="${linkTo(look)}#request-${id}">Close</a></h2>
		<p><b>${method}</b> <code>${path}</code> ${requestStatus(request)}</p>
		<p class="muted">${noteOf(request)}</p>
		${block('Query', redactedQuery(query))} ${block('Body', redacted(body, 2))}
		${block('Response', redacted(response, 2))} ${block('Headers', headers.join('\n'))}
		<h3>As curl ${copyButton(curl)}</h3><pre tabindex="0">${curl}</pre>
	</section>`;
}

function filterForm({ ext_id: extId = '' }: Look): Html {
	return markup`<form class="filter" method="get" action="${ROOT}/requests" role="search">
		<label><span>Everything that happened to one order</span>
			<input type="search" name="ext_id" value="${extId}" placeholder="ext_id"></label>
		<button>Show</button>
		${extId === '' ? '' : markup`<a href="${ROOT}/requests">Show all requests</a>`}
	</form>`;
}

/** The requests, with a note on those that repeat an order. */
function entriesOf(world: World, look: Look, requests: readonly RecordedRequest[]): Entry[] {
	const accepted = new Map(
		[...world.orders.all, ...world.kyt.all()].map(({ extId, createdAt }) => [extId, createdAt]),
	);
	const isRepeat = ({ at, path, body, status }: RecordedRequest): boolean => {
		const ids = extIdsIn(body);
		const isOld = (id: string) => (accepted.get(id) ?? at) < at;
		return status !== null && !LOOKUPS.test(path) && ids.length > 0 && ids.every(isOld);
	};
	return requests.map((request) => {
		const note = noteOf(request) || (isRepeat(request) ? NOTE_OF_REPEAT : '');
		return requestEntry(look, request, note);
	});
}

/** Everything about one order in one list, oldest first. */
function storyOf(world: World, look: Look, extId: string): Entry[] {
	const own = world.stats.requests.filter((request) => extIdsOf(request).includes(extId));
	const entries = entriesOf(world, look, own);
	return [...entries, ...livesOf(world, extId)].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The newest requests, or all that happened to the order of an ext_id. */
export function requests(world: World, look: Look): Html {
	const all = world.stats.requests;
	const { ext_id: extId } = look;
	const chosen = all.find(({ id }) => id === look.request);
	const newest = all.slice(-SHOWN).reverse();
	const list =
		extId === undefined
			? markup`${heading('Requests', newest.length, all.length)}
				${table('Requests', ['Time', 'What', 'ext_id', 'Status', 'Note'], entriesOf(world, look, newest))}`
			: markup`<h2>What happened to <code>${extId}</code></h2>
				${table('What happened', ['Time', 'What', 'Status', 'Note'], storyOf(world, look, extId))}`;
	return markup`${filterForm(look)}
	<div class="columns ${chosen ? 'with-detail' : 'single'}">
		<section>${list}</section>${chosen ? requestDetail(chosen, look) : ''}
	</div>`;
}
