import type { Field } from '../../nodes/PartnerSettlement/catalog/fields';
import type { Operation } from '../../nodes/PartnerSettlement/catalog/operation';
import { RESOURCES } from '../../nodes/PartnerSettlement/catalog/resources';

const HEAD = `# Operations

Every operation of the node **Partner Settlement**, made from the same catalog as the node itself (\`npm run docs\`).
"Section" is the place in the API's document. "Inferred" means that the document names a thing without showing it: what
is sent is a choice of this package and can be replaced under Options.
`;

const MONEY: Record<Operation['effect'], string> = {
	read: 'spends nothing',
	screen: 'costs the quoted price of a screening',
	spend: 'spends or moves money',
	change: 'changes a setting, spends nothing',
};

/**
 * The reference of all operations, as Markdown.
 *
 * @param operations the node's catalog
 */
export function operationsReference(operations: readonly Operation[]): string {
	const resources = [...new Set(operations.map(({ resource }) => resource))].sort((left, right) =>
		RESOURCES[left].localeCompare(RESOURCES[right], 'en'),
	);
	const chapters = resources.map((resource) => {
		const own = operations.filter((operation) => operation.resource === resource);
		return [`## ${RESOURCES[resource]} (\`${resource}\`)`, ...own.map(section)].join('\n\n');
	});
	return `${[HEAD, ...chapters].join('\n\n')}\n`.replace(/\n{3,}/g, '\n\n');
}

function section(operation: Operation): string {
	const { name, description, notice } = operation;
	const parts = [
		`### ${name} (\`${operation.operation}\`)`,
		`${description}.`.replace('..', '.'),
		facts(operation),
		notice,
		fieldTable(operation.fields),
	];
	return parts.filter(Boolean).join('\n\n');
}

function facts({ endpoint, scope, effect, extId, secrets, list, ...rest }: Operation): string {
	const base = endpoint.base === 'api' ? '{api_url}' : '{base_url}';
	const call =
		endpoint.path === ''
			? 'any call on `{api_url}` or `{base_url}`'
			: `\`${endpoint.method} ${base}${endpoint.path}\``;
	const lines = [
		`- Call: ${call}${endpoint.inferred ? ' (path and body are inferred)' : ''}, section ${rest.section}`,
		`- Scope: ${scopeText(scope)}`,
		`- Money: ${MONEY[effect]}${extId ? '; sent with an `ext_id`' : ''}`,
	];
	if (list) lines.push('- Output: one item for each entry of the list');
	if (secrets) lines.push('- Secrets: masked unless Reveal Secrets is on');
	return lines.join('\n');
}

function scopeText(scope: Operation['scope']): string {
	if (scope === null) return 'none';
	return scope === undefined ? 'not shown in the API document' : `\`${scope}\``;
}

function fieldTable(fields: readonly Field[]): string {
	if (fields.length === 0) return '';
	const rows = fields.map(
		({ name, parameter, displayName, topLevel, required, property }) =>
			`| ${displayName} | \`${topLevel ? parameter : `additionalFields.${parameter}`}\` | \`${name}\` | ${required ? 'yes' : ''} | ${property.description ?? ''} |`,
	);
	return [
		'| Parameter | In a workflow | API field | Required | What it is |',
		'| --- | --- | --- | --- | --- |',
		...rows,
	].join('\n');
}
