import { randomUUID } from 'node:crypto';
import { readExample } from '../../../stack/examples';
import type { Workflow } from '../../../stack/n8n-api-schemas';
import { call, noteAbout, notesAbout, startNotebook } from './support';

let example: Workflow;

beforeAll(async () => {
	await startNotebook();
	example = await readExample('notebook');
});

test('it shows what was posted, the newest first, as plain text', async () => {
	const mark = randomUUID();
	for (const text of [`first ${mark}`, `<b>second</b> ${mark}`]) {
		const response = await call(example, 'Note posted', { body: { text } });
		expect(await response.json()).toEqual({ noted: true });
	}

	expect(await notesAbout(mark)).toEqual([`<b>second</b> ${mark}`, `first ${mark}`]);
	const shown = await call(example, 'Notebook opened');
	expect(shown.headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

test('a message of another shape is noted as it came', async () => {
	const mark = randomUUID();

	await call(example, 'Note posted', { body: { subject: mark, lines: [1, 2] } });

	expect(await noteAbout(mark)).toBe(`{"subject":"${mark}","lines":[1,2]}`);
});
