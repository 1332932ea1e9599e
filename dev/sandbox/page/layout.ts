// Renamed so that prettier does not spread each tag over several lines.
import { html as markup } from 'hono/html';
import { ROOT } from '../http/only-here';

export { markup };

/** Markup whose values are all escaped. */
export type Html = ReturnType<typeof markup>;

const PATHS = { Money: '', Requests: '/requests', Events: '/events', Faults: '/faults' };
export type Section = keyof typeof PATHS;

/** What a link or form of the page asks for. */
export interface Look {
	/** Scheme, host and port, as the browser knows them. */
	origin: string;
	/** With the query. */
	url: string;
	ext_id?: string;
	request?: number;
	delivery?: number;
}

/** Drops the response to a poll or form if the reader has left its section by then. */
const LATE = `const { ok, url } = ctx.response.raw;
	if (ok && url !== location.href.split('#')[0]) event.preventDefault()`;

/** A link to a panel moves the focus there. The link that closes the panel moves it back to the row. */
const FOCUS = `const to = document.getElementById(ctx.request.anchor);
	(to?.querySelector('td a') ?? to)?.focus()`;

function documentOf(title: string, top: Html, main: Html): Html {
	return markup`<!doctype html>
<html lang="en">
<head>
	<meta charset="utf-8">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<title>${title} · Sandbox</title>
	<link rel="icon" href="data:,">
	<link rel="stylesheet" href="${ROOT}/page.css">
	<script src="${ROOT}/htmx.js" defer></script>
</head>
<body hx-boost:inherited='swap:"innerMorph show:none"' hx-on::before:swap="${LATE}" hx-on::after:swap="${FOCUS}"
	hx-on::error="this.dataset.stopped = ''" hx-on::after:request="delete this.dataset.stopped">
	${top}
	<p id="stopped" role="status">The sandbox is not responding. Is it still running?</p>
	${main}
</body>
</html>`;
}

/** A section of the page. It reloads itself every two seconds, and only the differences are replaced. */
export async function page(section: Section, { url }: Look, content: Html): Promise<string> {
	const tabs = Object.entries(PATHS).map(([name, path]) => {
		const current = name === section ? 'page' : 'false';
		return markup`<a href="${ROOT}${path}" aria-current="${current}">${name}</a>`;
	});
	const top = markup`<a class="skip" href="#main">Skip to the content</a>
	<header>
		<strong>Sandbox</strong>
		<nav aria-label="Sections" hx-boost:inherited='swap:"innerMorph show:top"'>${tabs}</nav>
		<span class="muted">play money · times in UTC</span>
	</header>`;
	const main = markup`<main id="main" class="${section}" hx-get="${url}" hx-trigger="every 2s"
		hx-select="#main" hx-swap="outerMorph"><h1>${section}</h1>${content}</main>`;
	return String(await documentOf(section, top, main));
}

/** The page for a form that the sandbox could not carry out. */
export async function problemPage(text: string): Promise<string> {
	const main = markup`<main><section class="panel" role="alert">
		<h2>That did not work</h2>
		<p>${text}</p>
		<p>Nothing was changed. <a href="${ROOT}">Back to the page</a></p>
	</section></main>`;
	return String(await documentOf('That did not work', markup``, main));
}
