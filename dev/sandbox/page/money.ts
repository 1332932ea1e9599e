import type { KytCheck } from '../state/kyt';
import type { Ledger, LedgerLine } from '../state/ledger';
import type { Order } from '../state/orders';
import type { World } from '../world';
import { markup, type Html } from './layout';
import { badge, buttons, extIdLink, field, form, heading, table, timeOf, type Row } from './parts';

const SHOWN = 100;
const BESIDE_THE_SUBJECT = ['amount', 'currency', 'network', 'ext_id'];

/** What an order buys, tops up or pays. */
export function subjectOf({ facts }: Order): string {
	const told = Object.entries(facts).filter(([name]) => !BESIDE_THE_SUBJECT.includes(name));
	return told.map(([, value]) => String(value)).join(' · ');
}

/** How an order ended, or the buttons that end it. */
export function orderStatus({ status, orderId, updatedAt }: Order): Html {
	if (status !== 'pending') return markup`${badge(status)} ${timeOf(updatedAt)}`;
	const ends = { Settle: 'completed', Fail: 'failed', Cancel: 'cancelled' };
	const all = Object.entries(ends).map(([label, end]) => [label, 'status', end] as const);
	return markup`${badge(status)} ${buttons(`/orders/${orderId}`, ...all)}`;
}

/** How a screening ended, or the buttons that end it. */
export function screeningStatus({ status, id, outcome }: KytCheck): Html {
	if (status !== 'processing') return markup`${badge(status)} ${outcome}`;
	const ends = { Clear: 'clear', Hit: 'sanctions', Fail: 'failed' };
	const all = Object.entries(ends).map(([label, end]) => [label, 'outcome', end] as const);
	return markup`${badge(status)} ${buttons(`/screenings/${id}`, ...all)}`;
}

function twoLines(first: unknown, second: string): Html {
	return markup`${first}<span class="sub" title="${second}">${second}</span>`;
}

/** The newest rows of a list under its name. */
function list<Item>(name: string, heads: string[], all: readonly Item[], row: (item: Item) => Row) {
	const rows = all.slice(-SHOWN).reverse().map(row);
	return markup`${heading(name, rows.length, all.length)}${table(name, heads, rows)}`;
}

function orderRow(order: Order): Row {
	const { orderId, createdAt, kind, extId, facts, record } = order;
	const what = twoLines(kind, subjectOf(order));
	const { amount } = facts;
	const paid = typeof record.fee !== 'string' ? amount : twoLines(amount, `+ ${record.fee} fee`);
	const cells = [timeOf(createdAt), what, extIdLink(extId), paid, orderStatus(order)];
	return { key: `order-${orderId}`, cells };
}

function screeningRow(check: KytCheck): Row {
	const { id, createdAt, network, address, extId, price } = check;
	const what = twoLines(network, address);
	const cells = [timeOf(createdAt), what, extIdLink(extId), price, screeningStatus(check)];
	return { key: `screening-${id}`, cells };
}

function ledgerRow(line: LedgerLine): Row {
	const { line_id: id, type, reason, ext_id: extId, amount, balance_after: balance } = line;
	const signed = type === 'credit' ? markup`<b class="credit">+${amount}</b>` : `−${amount}`;
	const at = timeOf(new Date(line.created_at));
	return { key: `line-${id}`, cells: [at, reason, extIdLink(extId), signed, balance] };
}

function totals(ledger: Ledger, partnerId: number): Html {
	const { available_balance, reserved, ledger_balance } = ledger.balance(partnerId);
	const names = {
		Available: available_balance,
		Reserved: reserved,
		'Ledger balance': ledger_balance,
	};
	const figures = Object.entries({ ...names, Partner: partnerId });
	const amount = markup`<input name="deposit" value="100.00" inputmode="decimal" required size="9">`;
	return markup`<section class="totals">
		<dl>${figures.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
		${form(`/partners/${partnerId}`, markup`${field('Add money (USDT)', amount)}<button>Add</button>`)}
	</section>`;
}

/** Balances, orders, screenings and the ledger. */
export function money({ partners, orders, kyt, ledger }: World): Html {
	const ids = partners.all().map(({ id }) => id);
	const lines = ids.flatMap((id) => ledger.lines(id));
	const heads = (what: string): string[] => ['Accepted', what, 'ext_id', '#USDT', 'Status'];
	return markup`${ids.map((id) => totals(ledger, id))}
	<div class="columns">
		<section>
			${list('Orders', heads('Order'), orders.all, orderRow)}
			${list('Screenings', heads('Screening'), kyt.all(), screeningRow)}
		</section>
		<section>
			${list('Ledger', ['Time', 'For', 'ext_id', '#USDT', '#Balance'], lines, ledgerRow)}
		</section>
	</div>`;
}
