import { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';

import type { Operation } from '../../../nodes/PartnerSettlement/definition/operation';

/** What the editor shows as a node's output before a run. n8n reads one JSON schema per operation. */
export interface Preview {
	/** Below the node's folder. */
	file: string;
	schema: Record<string, unknown>;
}

/** The parts of a schema that n8n's previews read. */
interface Schema {
	type?: string | string[];
	anyOf?: Schema[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

const schemaShape: z.ZodType<Schema> = z.lazy(() =>
	z.object({
		type: z.union([z.string(), z.array(z.string())]).optional(),
		anyOf: z.array(schemaShape).optional(),
		properties: z.record(schemaShape).optional(),
		items: schemaShape.optional(),
	}),
);

/** The items of these resources are built from the response, so they differ from what the document shows. */
const PUT_TOGETHER = ['accessToken', 'batch'];

/**
 * The output previews of the operations whose response the API document shows. A response without shown fields gets
 * none: the editor must not promise fields that nobody has seen.
 *
 * @param operations all operations of the node
 */
export function outputPreviews(operations: readonly Operation[]): Preview[] {
	return operations
		.filter(({ resource }) => !PUT_TOGETHER.includes(resource))
		.flatMap(({ resource, operation, response, simplified }) => {
			if (!showsFields(response)) return [];
			const shape = schemaShape.parse(zodToJsonSchema(response, { $refStrategy: 'none' }));
			const schema = { ...shownFields(plain(shape), simplified), version: 1 };
			return [{ file: `__schema__/v1.0.0/${resource}/${operation}.json`, schema }];
		});
}

function showsFields(response: z.ZodTypeAny | undefined): response is z.ZodTypeAny {
	return (
		response instanceof z.ZodObject &&
		Object.keys(z.record(z.unknown()).parse(response.shape)).length > 0
	);
}

/** The fields of the simplified output, or all fields if there is none. */
function shownFields({ properties = {}, ...schema }: Schema, shown?: readonly string[]): Schema {
	const fields = Object.entries(properties).filter(([name]) => shown?.includes(name) ?? true);
	return { ...schema, properties: Object.fromEntries(fields) };
}

/** n8n's previews support one type per field: the first that is not null. */
function plain({ type, anyOf, properties, items }: Schema): Schema {
	const [first] = anyOf?.filter((option) => option.type !== 'null') ?? [];
	if (first) return plain(first);
	const names = Object.entries(properties ?? {});
	return {
		type: Array.isArray(type) ? type.find((name) => name !== 'null') : type,
		...(names.length > 0 && {
			properties: Object.fromEntries(names.map(([name, field]) => [name, plain(field)])),
		}),
		...(items && { items: plain(items) }),
	};
}
