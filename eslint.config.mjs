import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const N8N_SIDE = ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.ts'];
const CLIENT = ['partner-api/**/*.ts'];
const ORDERS = 'nodes/PartnerSettlement/orders';

/** Responses are read once, so files that work on an `Answer` must not import these readers of JSON. */
function withoutReaders(...importNames) {
	const group = ['**/partner-api', '**/partner-api/**'];
	const message = 'Responses are read once, by ask() of the client: work on its Answer.';
	const patterns = [{ group, importNames, message }];
	return { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] };
}

export default defineConfig([
	globalIgnores(['dist/', 'coverage/', '.cache/']),
	{
		linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
	},
	{
		files: ['**/*.{ts,js,cjs,mjs}'],
		extends: [js.configs.recommended],
		rules: {
			eqeqeq: 'error',
			'max-lines': ['error', { max: 300 }],
			'no-warning-comments': 'error',
			'object-shorthand': 'error',
		},
	},
	{
		files: ['**/*.{js,cjs,mjs}'],
		languageOptions: { globals: globals.node },
	},
	{
		files: ['**/*.{js,cjs}'],
		languageOptions: { sourceType: 'commonjs' },
	},
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
		languageOptions: { parserOptions: { projectService: true } },
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			// A number in a message reads as everyone expects; objects and undefined stay forbidden.
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
		},
	},
	{
		files: ['test/**/*.ts'],
		rules: {
			// jest's matchers (expect.any, expect.objectContaining) are typed any.
			'@typescript-eslint/no-unsafe-assignment': 'off',
		},
	},
	{
		// The files n8n's own scan of a published package looks at.
		files: [...N8N_SIDE, 'package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommendedWithoutN8nCloudSupport],
	},
	{
		// The client imports nothing from n8n, so it can't use the error classes that n8n's rule set asks for. The
		// set's safety rules apply to it, too.
		files: CLIENT,
		plugins: { '@n8n/community-nodes': n8nCommunityNodesPlugin },
		rules: {
			'@n8n/community-nodes/no-dangerous-functions': 'error',
			'@n8n/community-nodes/no-hardcoded-secrets': 'error',
		},
	},
	{
		files: [...N8N_SIDE, ...CLIENT],
		// Operators read n8n's log, which the nodes reach through n8n's logger.
		rules: { 'no-console': 'error' },
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// These two rules insist on the literal 'main', which n8n's newer rule set forbids
			// (@n8n/community-nodes/node-connection-type-literal).
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		files: [`${ORDERS}/**/*.ts`],
		rules: withoutReaders('isJsonObject', 'jsonOrUndefined', 'parseJson', 'readAnswer'),
	},
	{
		// These files also read JSON from n8n, from requests and from Redis, so they may use the other readers.
		files: [...['idempotency-key', 'item', 'keys', 'match', 'request']].map(
			(name) => `${ORDERS}/${name}.ts`,
		),
		rules: withoutReaders('parseJson', 'readAnswer'),
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// This rule is for n8n's own credentials, whose documentation is a page name. For a community package, the
			// same set demands a URL (cred-class-field-documentation-url-not-http-url).
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['package.json'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: n8nNodesBase.configs.community.rules,
	},
]);
