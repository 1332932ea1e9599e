// What is installed on a clean clone, without running the scripts of dependencies.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../../dev/stack/paths';

const run = promisify(execFile);
const START =
	"import { ensureDependencies } from './dev/stack/bootstrap.mjs'; await ensureDependencies();";
/** Notes what it is asked for. */
const NPM = `require('node:fs').writeFileSync('asked', process.argv.slice(2).join(' '))`;

let clone: string;

/** A clone in which nothing is installed. */
beforeEach(async () => {
	clone = await mkdtemp(path.join(tmpdir(), 'clone-'));
	await mkdir(path.join(clone, 'dev/stack'), { recursive: true });
	for (const file of [
		'package-lock.json',
		'dev/stack/bootstrap.mjs',
		'dev/stack/progress.cjs',
		'dev/stack/run-command.cjs',
	]) {
		await copyFile(path.join(projectRoot, file), path.join(clone, file));
	}
	await writeFile(path.join(clone, 'start.mjs'), START);
	await writeFile(path.join(clone, 'npm-cli.js'), NPM);
});

afterEach(async () => {
	await rm(clone, { recursive: true });
});

test('a script of a dependency, which may ask for another package manager, is not run', async () => {
	const env = { ...process.env, npm_execpath: path.join(clone, 'npm-cli.js') };
	await run(process.execPath, ['start.mjs'], { cwd: clone, env });
	expect(await readFile(path.join(clone, 'asked'), 'utf8')).toBe('ci --ignore-scripts');
});
