// A release needs one version in tag, package.json, lock file and changelog, and the changelog in its form.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../../../../dev/stack/paths';

const SCRIPT = path.join(projectRoot, 'dev/scripts/gates/release.mjs');
const RIGHT = {
	tag: 'v0.2.0',
	version: '0.2.0',
	lock: '0.2.0',
	changelog: '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- All.\n',
};

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'release-'));
});

afterEach(() => {
	rmSync(folder, { recursive: true });
});

/** The problems it prints, where this is released. */
function problems(release: typeof RIGHT): string[] {
	const { tag, version, lock, changelog } = release;
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version }));
	writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ version: lock }));
	writeFileSync(path.join(folder, 'CHANGELOG.md'), changelog);
	const { stdout, status } = spawnSync(process.execPath, [SCRIPT, tag], {
		cwd: folder,
		encoding: 'utf8',
	});
	const said = stdout.split('\n').filter(Boolean);
	expect(status).toBe(said.length > 0 ? 1 : 0);
	return said;
}

test('all of one version, and the changelog in its form: it may be released', () => {
	expect(problems(RIGHT)).toEqual([]);
	const onWindows = RIGHT.changelog.replaceAll('\n', '\r\n');
	expect(problems({ ...RIGHT, changelog: onWindows })).toEqual([]);
});

const older = RIGHT.changelog.replace('0.2.0', '0.1.9');
const undated = RIGHT.changelog.replace(' - 2026-12-01', '');
const unreleased = RIGHT.changelog.replace('[Unreleased]\n', '[Unreleased]\n\n- More.\n');
const silent = RIGHT.changelog.replace(/### [^]*/, '');

test.each([
	['a tag of another version', { tag: 'v0.2.1' }, [/The tag is "v0.2.1".*0\.2\.0/]],
	['a tag without its v', { tag: '0.2.0' }, [/The tag/]],
	['a lock file that was forgotten', { lock: '0.1.0' }, [/package-lock\.json says 0\.1\.0/]],
	['no chapter of the version', { changelog: older }, [/no chapter "\[0\.2\.0\]/]],
	['no date', { changelog: undated }, [/no chapter/]],
	['something under Unreleased', { changelog: unreleased }, [/under \[Unreleased\]/]],
	['a chapter in which nothing stands', { changelog: silent }, [/says nothing/]],
	['an empty changelog', { changelog: '' }, [/begin with \[Unreleased\]/, /no chapter/]],
])('%s: it may not', (_, change, said) => {
	const found = problems({ ...RIGHT, ...change });
	expect(found).toHaveLength(said.length);
	for (const [index, text] of said.entries()) expect(found[index]).toMatch(text);
});
