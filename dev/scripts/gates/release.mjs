// node dev/scripts/gates/release.mjs v0.2.0, in the folder of the package: may this tag be released? The tag,
// package.json, package-lock.json and CHANGELOG.md must name the same version.
import { readFileSync } from 'node:fs';

const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const changelog = readFileSync('CHANGELOG.md', 'utf8').replaceAll('\r\n', '\n');

/** Chapters as in Keep a Changelog: a heading such as "[0.2.0] - 2026-12-01", and the text below it. */
const [, ...chapters] = changelog.split(/^## /m);
const [unreleased, newest] = chapters.map((chapter) => {
	const [heading, ...rest] = chapter.split('\n');
	return { heading, text: rest.join('\n').trim() };
});

const isDated = newest?.heading.match(/^\[(.+)\] - \d{4}-\d{2}-\d{2}$/);
const problems = [
	tag !== `v${version}` && `The tag is "${tag}", and package.json says ${version}.`,
	lock.version !== version && `package-lock.json says ${lock.version}.`,
	unreleased?.heading !== '[Unreleased]' && 'CHANGELOG.md does not begin with [Unreleased].',
	unreleased?.text && 'Something is under [Unreleased] in CHANGELOG.md: move it to this version.',
	isDated?.[1] !== version && `CHANGELOG.md has no chapter "[${version}] - <date>" on top.`,
	newest?.text === '' && `CHANGELOG.md says nothing of ${newest.heading}.`,
].filter(Boolean);

console.log(problems.join('\n'));
if (problems.length > 0) process.exitCode = 1;
