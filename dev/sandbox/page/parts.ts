import { ROOT } from '../http/only-here';
import { markup, type Html } from './layout';

const NONE = markup`<span class="muted">–</span>`;

/** When something happened: the time, with the day if that isn't today. */
export function timeOf(date: Date): Html {
	const text = date.toISOString();
	const isToday = text.startsWith(new Date().toISOString().slice(0, 10));
	const shown = isToday ? '' : `${text.slice(5, 10)} `;
	const second = text.slice(11, 19);
	return markup`<time title="${text}">${shown}${second}<small>${text.slice(19, 23)}</small></time>`;
}

const GOOD = /^(completed|2..)$/;
const BAD = /^(failed|cancelled|no response|5..)$/;

/** The status of an order, a screening or an HTTP response. */
export function badge(status: string | number): Html {
	const word = String(status);
	const tone = GOOD.test(word) ? 'good' : BAD.test(word) ? 'bad' : 'warn';
	return markup`<span class="badge ${tone}">${status}</span>`;
}

/** An ext_id as a link to everything about its order. */
export function extIdLink(extId: string | null | undefined): Html {
	if (extId === null || extId === undefined) return NONE;
	const query = new URLSearchParams({ ext_id: extId }).toString();
	return markup`<a class="id" href="${ROOT}/requests?${query}" title="${extId}">${extId}</a>`;
}

/** A form that sends a control call and returns to its page. */
export function form(path: string, content: unknown, attributes: unknown = ''): Html {
	return markup`<form method="post" action="${ROOT}${path}" hx-push-url="false" ${attributes}>
		${content}</form>`;
}

/** A label, and the field and value that the button sends. */
export type Button = readonly [label: string, name?: string, value?: string | number];

/** Buttons that each send a control call. */
export function buttons(path: string, ...all: readonly Button[]): Html {
	return form(
		path,
		all.map(
			([label, name = '', value = '']) =>
				markup`<button name="${name}" value="${value}">${label}</button>`,
		),
	);
}

export function field(label: string, control: Html): Html {
	return markup`<label><span>${label}</span>${control}</label>`;
}

export function numberField(label: string, name: string, value: number): Html {
	const input = markup`<input type="number" name="${name}:json" value="${value}" min="0" required>`;
	return field(label, input);
}

type Option = readonly [value: string, text?: string];

/** A choice of values. A value without a text is shown itself. */
export function choice(label: string, name: string, options: readonly Option[], now = ''): Html {
	const all = options.map(
		([value, text = value]) =>
			markup`<option value="${value}" ${value === now ? 'selected' : ''}>${text}</option>`,
	);
	return field(label, markup`<select name="${name}">${all}</select>`);
}

export function copyButton(text: string, label = 'Copy'): Html {
	const copy =
		"navigator.clipboard.writeText(this.dataset.copy).then(() => { this.dataset.done = '' })";
	return markup`<button type="button" class="copy" data-copy="${text}" hx-on:click="${copy}">
		${label}</button>`;
}

export interface Row {
	key: string;
	cells: readonly unknown[];
	isChosen?: boolean;
}

/** A table that scrolls on its own if the window is narrow. A column whose head begins with # holds numbers. */
export function table(
	name: string,
	heads: readonly string[],
	rows: readonly Row[],
	empty = 'Nothing yet.',
): Html {
	if (rows.length === 0) return markup`<p class="empty">${empty}</p>`;
	// One class for each column, so that no word of its head matches a class of something else.
	const kinds = heads.map((head) =>
		head.startsWith('#') ? 'number' : head.toLowerCase().replaceAll(' ', '-'),
	);
	const cell = (content: unknown, index: number): Html =>
		markup`<td class="${kinds[index]}" data-head="${heads[index]}">${content ?? NONE}</td>`;
	const row = ({ key, cells, isChosen = false }: Row): Html =>
		markup`<tr id="${key}" aria-current="${isChosen ? 'true' : 'false'}">${cells.map(cell)}</tr>`;
	const head = (text: string, index: number): Html =>
		markup`<th scope="col" class="${kinds[index]}">${text.replace('#', '')}</th>`;
	return markup`<div class="scroll" tabindex="0" role="region" aria-label="${name}">
		<table><thead><tr>${heads.map(head)}</tr></thead><tbody>${rows.map(row)}</tbody></table></div>`;
}

/** A heading with the number of rows below it and of all rows. */
export function heading(text: string, shown: number, all: number): Html {
	const newest = shown < all ? `newest ${shown} of ` : '';
	return markup`<h2>${text} <span class="muted">${newest}${all}</span></h2>`;
}
