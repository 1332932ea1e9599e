const N8N = '(^|/)(n8n-|@n8n/)';
const SHIPPED = '^(nodes|credentials|partner-api)/|^package\\.ts$';
const NODE = '^nodes/PartnerSettlement/';
const DEFINITION = `${NODE}definition/`;
const PANEL = `${NODE}panel/`;
const OPERATIONS = `${NODE}operations/`;
/** The rooms: the folders that carry out an operation. Each may import only the ones after it. */
const ROOMS = ['setup', 'orders', 'limits', 'lists', 'run', 'messages'];
const room = (name) => `${NODE}${name}/`;
const ANY_ROOM = `${NODE}(${ROOMS.join('|')})/`;
/** The files beside the rooms: the node itself, and the code that calls the rooms. */
const TOP = `${NODE}[^/]+\\.ts$`;

/**
 * Imports flow one way: nodes and credentials -> partner-api, and the other nodes -> the action node. Within the action
 * node: execute -> setup -> orders -> limits -> lists -> run -> messages -> operations -> definition. The sandbox
 * imports none of them.
 */
module.exports = {
	forbidden: [
		{
			name: 'partner-api-knows-no-n8n',
			comment: 'The client of the API is usable, and testable, without n8n.',
			severity: 'error',
			from: { path: '^partner-api/' },
			to: { path: [N8N, '^(nodes|credentials|dev)/', '^package\\.ts$'] },
		},
		{
			name: 'sandbox-stands-alone',
			comment:
				'The sandbox is written from the API document alone. If it shared code with the client, ' +
				'both sides would make the same mistakes, and no test would show them.',
			severity: 'error',
			from: { path: '^dev/sandbox/' },
			to: { path: [N8N, '^(nodes|credentials|partner-api)/', '^package\\.ts$'] },
		},
		{
			name: 'definition-knows-nothing-made-of-it',
			comment: 'Operations are made of it, and the panel shows it.',
			severity: 'error',
			from: { path: DEFINITION },
			to: { path: [PANEL, OPERATIONS, ANY_ROOM, TOP] },
		},
		{
			name: 'operations-and-panel-know-no-rooms',
			comment: 'An operation says what is called. How calls are made is the same for all of them.',
			severity: 'error',
			from: { path: [OPERATIONS, PANEL] },
			to: { path: [ANY_ROOM, TOP] },
		},
		...ROOMS.map((name, index) => ({
			name: `${name}-imports-only-what-is-behind-it`,
			severity: 'error',
			from: { path: room(name) },
			to: { path: [TOP, ...ROOMS.slice(0, index).map(room)] },
		})),
		{
			name: 'rooms-know-operations-by-the-index',
			comment:
				'They run all operations in the same way. They import only one directly: Document: Get, which ' +
				'looks an order up.',
			severity: 'error',
			from: { path: [ANY_ROOM, TOP] },
			to: { path: OPERATIONS, pathNot: `${OPERATIONS}(index|document/get)\\.ts$` },
		},
		{
			name: 'only-the-action-node-is-shared',
			comment:
				'The triggers and the gate use the operations and the engine of the action node. None of them ' +
				'uses another.',
			severity: 'error',
			from: { path: '^nodes/([^/]+)/' },
			to: { path: '^nodes/[^/]+/', pathNot: ['^nodes/$1/', NODE] },
		},
		{
			name: 'shipped-code-imports-shipped-code',
			comment: 'Bundled code imports nothing that serves tests, measurements or the build.',
			severity: 'error',
			from: { path: SHIPPED },
			to: { path: '^(test|dev|examples)/' },
		},
		{
			name: 'only-tests-and-tools-import-the-sandbox',
			severity: 'error',
			from: { pathNot: '^(dev|test)/' },
			to: { path: '^dev/sandbox/' },
		},
		{
			name: 'no-cycle',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'no-orphan',
			comment: 'A module nothing imports is dead, unless something outside loads it by its name.',
			severity: 'error',
			from: {
				orphan: true,
				pathNot: [
					'\\.d\\.[cm]?ts$',
					'^[^/]+\\.(c|m)?js$',
					'^\\.dependency-cruiser\\.cjs$',
					'^test/.+\\.test\\.ts$',
					// The jest configuration names it.
					'^test/support/share-modules\\.ts$',
					'^dev/bench/.+\\.node\\.js$',
				],
			},
			to: {},
		},
		{
			name: 'no-unresolvable',
			severity: 'error',
			from: {},
			// dist exists only after a build.
			to: { couldNotResolve: true, pathNot: '^\\./dist/' },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^(dist|coverage|\\.cache)/' },
		tsConfig: { fileName: 'tsconfig.json' },
		// `import type` counts too: a type is a dependency like any other.
		tsPreCompilationDeps: true,
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['import', 'require', 'node', 'default', 'types'],
		},
	},
};
