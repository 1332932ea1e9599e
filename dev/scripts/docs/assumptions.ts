import { ENTRIES } from '../../../partner-api';
import { FIXED_ASSUMPTIONS } from './fixed-assumptions';
import { table } from './table';

const HEAD = `# Assumptions

The API document leaves these points open. Each row gives what the nodes assume, and how you notice that your API differs.
Before the first order, **Setup: Check the API** finds everything that a free call can show. This page is made by
\`npm run docs\`. Its first table comes from the entries that the code reads.

## Assumptions that API Differences can replace

An entry in **API Differences** of the credential replaces the row of the same name
([credential.md](credential.md#api-differences)). Only statuses and the codes of \`noOrder\` are added to the assumed ones.

`;

const FIXED = `

## The others

If one of these is wrong, the last column says what to do.

`;

const COLUMNS = ['Section', 'Not shown', 'Assumed', 'When it is wrong'];

/** docs/assumptions.md: a row for each thing that the API document leaves open. */
export function assumptionsPage(): string {
	const entries = Object.entries(ENTRIES).map(([name, row]) => cells(name, row));
	const fixed = Object.entries(FIXED_ASSUMPTIONS).map(([id, row]) => [
		...cells(id, row),
		row.replace,
	]);
	const tables = [
		HEAD,
		table(['API Differences', ...COLUMNS], entries),
		FIXED,
		table(['', ...COLUMNS, 'What to do'], fixed),
	];
	return `${tables.join('')}\n`;
}

function cells(
	name: string,
	row: Record<'section' | 'notShown' | 'assumed' | 'whenWrong', string>,
): string[] {
	return [`\`${name}\``, row.section, row.notShown, row.assumed, row.whenWrong];
}
