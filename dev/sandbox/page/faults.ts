import { endpointsOf } from '../app';
import { DIALECTS, dialectSchema } from '../dialects';
import { FAULT_TABLE, type ActiveRule } from '../http/faults';
import { toJson } from '../http/json';
import { MAGIC_TABLES } from '../magic-tables';
import type { World } from '../world';
import { markup, type Html } from './layout';
import { buttons, choice, copyButton, form, numberField, table, type Row } from './parts';

function panel(title: string, ...content: readonly unknown[]): Html {
	return markup`<section class="panel"><h2>${title}</h2>${content}</section>`;
}

function note(text: unknown): Html {
	return markup`<p class="muted">${text}</p>`;
}

function ruleRow({ rule: { fault, match }, done, until }: ActiveRule): Row {
	const { seconds, times = 1, nth, ...calls } = match;
	const next =
		times === 0 ? 'all' : times - done === 1 ? 'the next one' : `the next ${times - done}`;
	const which = nth === undefined ? next : `number ${nth}`;
	const rest = seconds === undefined ? '' : `, for ${Math.ceil((until - Date.now()) / 1000)} s`;
	const of = Object.entries(calls).map(([name, value]) => `${name} ${value === true ? '' : value}`);
	return { key: '', cells: [fault, of.join(', ') || 'any call', `${which}${rest}`, done] };
}

function faultPanel({ faults, serviceCode }: World): Html {
	const paths = [...new Set(endpointsOf(serviceCode).map(({ path }) => path))].sort();
	const names = FAULT_TABLE.map(({ name, meaning }) => [name, `${name}: ${meaning}`] as const);
	const calls = [['', 'any call'] as const, ...paths.map((path) => [path] as const)];
	const rows = faults.active().map(ruleRow);
	return panel(
		'Faults',
		buttons(
			'/faults',
			["Lose the next order's response", ':json', '{"fault":"closed_after_commit","orders":true}'],
			['Return 503 for the next order', ':json', '{"fault":"503","orders":true}'],
			['Outage of 30 s', ':json', '{"fault":"503","times":0,"seconds":30}'],
		),
		note('Then place an order with a new number. Requests shows everything that happened to it.'),
		form('/faults', [
			choice('Fault', 'fault', names),
			choice('Calls', 'path', calls),
			numberField('Times (0: all)', 'times', 1),
			markup`<button>Add</button>`,
		]),
		table('Faults', ['Fault', 'Calls', 'When', '#Done'], rows, 'No fault is set.'),
		buttons('/faults/clear', ['Clear all faults']),
	);
}

function speedPanel({ config }: World): Html {
	const now = String(config.rateLimitPerSecond);
	const limits = [...new Set(['1', '2', '5', '10', '50', now])].filter((rate) => rate !== 'null');
	const rates = limits.map((rate) => [rate, `${rate} a second`] as const);
	return panel(
		'Speed',
		form('/config', [
			numberField('Latency (ms)', 'latencyMs', config.latencyMs),
			choice('Rate limit', 'rateLimitPerSecond:json', [['null', 'no limit'], ...rates], now),
			numberField('Orders settle after (ms)', 'settleMs', config.settleMs),
			numberField('Screenings take (ms)', 'kytDelayMs', config.kytDelayMs),
			markup`<button>Save</button>`,
		]),
		note('To settle, fail or cancel orders by hand, set "Orders settle after" to 600000.'),
	);
}

function dialectPanel({ dialect }: World): Html {
	const now = dialectSchema.options.find((name) => DIALECTS[name] === dialect);
	const names = dialectSchema.options.map((name) => [name] as const);
	const content = choice('Where the API document is silent', 'dialect', names, now);
	const copy = copyButton(toJson(dialect.differences), 'Copy API Differences');
	const told = markup`The API's provider would tell you some of the differences. ${copy}`;
	return panel('Dialect', form('/dialect', [content, markup`<button>Change</button>`]), note(told));
}

function statePanel(): Html {
	const lost =
		'Reset? Orders, requests, events and faults are deleted. Keys and callback URLs stay.';
	return panel(
		'Time and state',
		buttons('/age', ['Age everything by a day', 'days:json', 1]),
		note('Orders, goods, the ledger, requests and events get a day older. Tokens keep real time.'),
		form('/reset', markup`<button>Reset</button>`, markup`hx-confirm="${lost}"`),
		note('Everything goes back to the start. Partners keep their keys and callback URLs.'),
	);
}

function magicPanel(): Html {
	const cell = (text: string): unknown =>
		text.split('`').map((part, index) => {
			if (index % 2 === 0) return part;
			return markup`<code>${part}</code> ${text.startsWith('`') ? copyButton(part) : ''}`;
		});
	const tables = MAGIC_TABLES.map(({ title, heads, rows }) => {
		const all = rows.map((cells) => ({ key: '', cells: cells.map(cell) }));
		// Only the browser knows which of these are open, so a refresh must not close them.
		return markup`<details hx-morph-skip><summary>${title}</summary>
			${table(title, heads, all)}</details>`;
	});
	return panel('Magic values', note('A call with one of these values ends as shown.'), tables);
}

/** The settings that make life hard for a client, and the magic values that do so for one call. */
export function faults(world: World): Html {
	const panels = [faultPanel(world), speedPanel(world), dialectPanel(world), statePanel()];
	return markup`<div class="panels">${panels}${magicPanel()}</div>`;
}
