import { ASSUMPTIONS } from '../../../partner-api';
import { FIXED_ASSUMPTIONS } from './fixed-assumptions';
import { table } from './table';

const HEAD = `# Assumptions

The API document leaves open what stands here, and the nodes decide. Each row says how you see that your API is another one,
and what to do then. **Setup: Check the API** finds most of it before the first order. Most differences are told once, in
the field **API Differences** of the credential ([credential.md](credential.md#api-differences)).

This page is made by \`npm run docs\`: first the rows that the code reads, then the rest.

`;

/** docs/assumptions.md: a row for each thing that the API document leaves open. */
export function assumptionsPage(): string {
	const rows = Object.entries({ ...ASSUMPTIONS, ...FIXED_ASSUMPTIONS }).map(([id, row]) => [
		`\`${id}\``,
		row.section,
		row.notShown,
		row.assumed,
		row.whenWrong,
		row.replace,
	]);
	const head = ['', 'Section', 'Not shown', 'Assumed', 'When it is wrong', 'To replace it'];
	return `${HEAD}${table(head, rows)}\n`;
}
