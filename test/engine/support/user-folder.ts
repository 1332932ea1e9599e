import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** n8n-core keeps its settings in a folder, which has to be named before it is loaded: import this first. */
const folder = mkdtempSync(path.join(tmpdir(), 'n8n-core-'));
process.env.N8N_USER_FOLDER = folder;

afterAll(() => {
	rmSync(folder, { recursive: true, force: true });
});
