/**
 * Runs npm's audit of the packages in the bundle. Dependabot covers those for development. If the registry gives no
 * audit, this script says so and exits with NOT_CHECKED, which test/runner/gates.mjs recognizes.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../../stack/paths';

const NOT_CHECKED = 75;

const bundledSchema = z.array(z.object({ name: z.string(), version: z.string() }));
const lockSchema = z.object({ packages: z.record(z.object({ version: z.string().optional() })) });
const advisorySchema = z.object({ title: z.string(), severity: z.string(), url: z.string() });
const reportSchema = z.object({
	vulnerabilities: z.record(
		z.object({
			// A text is the name of another package that passes its advisory on. That package has its own entry in the
			// report.
			via: z.array(z.union([z.string(), advisorySchema])),
			nodes: z.array(z.string()),
		}),
	),
});

function read<T extends z.ZodTypeAny>(file: string, shape: T): z.infer<T> {
	return shape.parse(JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'))) as z.infer<T>;
}

/** npm's report on everything in the lock file, or undefined if npm got no audit. */
function auditReport(): z.infer<typeof reportSchema> | undefined {
	const options = ['--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=30000'];
	const { stdout } = spawnSync('npm', ['audit', ...options], {
		cwd: projectRoot,
		encoding: 'utf8',
		// On Windows npm is a .cmd file.
		shell: process.platform === 'win32',
		maxBuffer: Infinity,
	});
	try {
		return reportSchema.safeParse(JSON.parse(stdout)).data;
	} catch {
		return undefined;
	}
}

/** One line for each advisory on exactly the version that is bundled. */
function advisories({ vulnerabilities }: z.infer<typeof reportSchema>): string[] {
	const { packages } = read('package-lock.json', lockSchema);
	return read('dist/bundled-packages.json', bundledSchema).flatMap(({ name, version }) => {
		const { via = [], nodes = [] } = vulnerabilities[name] ?? {};
		if (!nodes.some((folder) => packages[folder]?.version === version)) return [];
		const own = via.filter((one) => typeof one !== 'string');
		return own.map(
			({ title, severity, url }) => `${name} ${version}: ${title} (${severity}) ${url}`,
		);
	});
}

const report = auditReport();
if (report) {
	const found = advisories(report);
	console.log(found.join('\n'));
	process.exitCode = found.length > 0 ? 1 : 0;
} else {
	console.log(
		'The registry gave no audit, so the bundled packages were not checked for advisories.',
	);
	process.exitCode = NOT_CHECKED;
}
