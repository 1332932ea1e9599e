import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	AUTOMATIC_SINCE,
	ENCRYPT_TO,
	EXT_ID,
	EXT_ID_MODE,
	LIMIT,
	type ResourceName,
	RESOURCES,
	RETURN_ALL,
	WAIT_UNTIL_READY,
} from '../definition/parameters';
import { fieldProperty } from '../definition/fields';
import { costs, type Operation } from '../definition/operation';
import { optionsOf } from './options';
import { inNodeAndTool, toolDescription } from './tool';

/** Everything the editor shows of the node, made from its operations. */
export function nodeProperties(operations: readonly Operation[]): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	return [
		resourceProperty(resources),
		...resources.map((resource) => operationProperty(resource, operations)),
		...operations.flatMap(chosenProperties),
	];
}

function resourceProperty(resources: readonly ResourceName[]): INodeProperties {
	const options = resources
		.map((value) => ({ name: RESOURCES[value], value }))
		.sort((left, right) => left.name.localeCompare(right.name));
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options,
		default: 'kyt',
	};
}

const OPERATION: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: '',
};

function operationProperty(
	resource: ResourceName,
	operations: readonly Operation[],
): INodeProperties {
	const own = operations.filter((operation) => operation.resource === resource);
	const options: INodePropertyOptions[] = own
		.map(({ name, operation, action, description, effect }) => ({
			name,
			value: operation,
			action,
			description: costs({ effect }) ? `${description}. Spends from the balance.` : description,
		}))
		.sort((left, right) => left.name.localeCompare(right.name));
	return {
		...OPERATION,
		displayOptions: { show: { resource: [resource] } },
		options,
		default: own.find(({ isDefault }) => isDefault)?.operation ?? options[0]?.value ?? '',
	};
}

/** How an expression begins, and a JSON object with a field. Between the two texts is every text with that beginning. */
const BODIES = [
	...[
		['=', '=~'],
		['{"', '{#'],
	],
	...[' ', '\n', '\r\n', '\t'].map((space) => [`{${space}`, `{${space}|`]),
];

/**
 * An assumed body can be replaced as a whole: then n8n hides the fields, and does not require them. Older versions of n8n
 * throw at other conditions, and `regex` needs an idle machine.
 */
const UNLESS_BODY: Pick<INodeProperties, 'displayOptions'> = {
	displayOptions: {
		hide: {
			'/options.body': BODIES.map(([from = '', to = '']) => ({ _cnd: { between: { from, to } } })),
		},
	},
};

/**
 * Everything the editor shows of one operation, in any node.
 *
 * @param ownOptions further members of the collection "Options", for a node with only this operation
 */
export function operationProperties(
	operation: Operation,
	ownOptions: readonly INodeProperties[] = [],
): INodeProperties[] {
	const topLevel = operation.fields.filter((field) => field.topLevel);
	const additional = operation.fields.filter((field) => !field.topLevel).map(fieldProperty);
	return [
		...(operation.notice === undefined ? [] : [noticeProperty(operation.notice)]),
		...topLevel.map((field) => ({
			...fieldProperty(field),
			...(field.required ? { required: true } : {}),
			...(operation.endpoint.isAssumed ? UNLESS_BODY : {}),
		})),
		...(operation.extId ? extIdProperties(operation) : []),
		...(operation.asynchronous ? [waitProperty(operation)] : []),
		...(operation.list ? [RETURN_ALL, LIMIT] : []),
		...(operation.secrets ? [revealProperty(operation)] : []),
		...(operation.encryptable ? [ENCRYPT] : []),
		...collection('additionalFields', 'Additional Fields', 'Add Field', additional),
		...collection('options', 'Options', 'Add Option', [...optionsOf(operation), ...ownOptions]),
	];
}

/** The properties of an operation, shown if it is chosen. */
function chosenProperties(operation: Operation): INodeProperties[] {
	return [toolDescription(operation), ...operationProperties(operation).map(inNodeAndTool)].map(
		(property) => ({
			...property,
			displayOptions: {
				...property.displayOptions,
				show: {
					resource: [operation.resource],
					operation: [operation.operation],
					...property.displayOptions?.show,
				},
			},
		}),
	);
}

function noticeProperty(displayName: string): INodeProperties {
	return { displayName, name: 'callNotice', type: 'notice', default: '' };
}

/** An empty array if the collection would be empty. */
function collection(
	name: string,
	displayName: string,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties[] {
	if (options.length === 0) return [];
	const sorted = [...options].sort((left, right) =>
		left.displayName.localeCompare(right.displayName),
	);
	return [{ displayName, name, type: 'collection', placeholder, default: {}, options: sorted }];
}

const PAYS_AGAIN: INodeProperties = {
	...noticeProperty(
		`A withdrawal cannot be reversed, and every new run pays again. With ${EXT_ID_MODE.custom}, the same number is never paid twice.`,
	),
	displayOptions: { show: { [EXT_ID_MODE.name]: ['auto'] } },
};

/** The editor cuts the text of a choice at about 60 characters. */
function extIdProperties({ effect, resource }: Operation): INodeProperties[] {
	const pays = effect === 'change' ? 'Orders' : 'Pays';
	// A withdrawal cannot be reversed.
	const isFinal = resource === 'withdrawal';
	const automatic = {
		name: `${EXT_ID_MODE.automatic}: a New Run (Execute Step) ${pays} Again`,
		value: 'auto',
		description: `Every new run orders again. Retry, in the list of executions, does not. In a sub-workflow, choose ${EXT_ID_MODE.custom}.`,
	};
	const custom = {
		name: `${EXT_ID_MODE.custom}: Never ${pays} Twice`,
		value: 'custom',
		description:
			'One number is one order, however often this runs. Use one that stays the same: no execution ID, time or random number.',
	};
	const number: INodeProperties = {
		...EXT_ID,
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. INV-2042',
		description: '1 to 128 characters',
	};
	const shown = { [EXT_ID_MODE.name]: ['custom'] };
	return [
		{
			displayName: EXT_ID_MODE.displayName,
			name: EXT_ID_MODE.name,
			type: 'options',
			options: isFinal ? [custom, automatic] : [automatic, custom],
			default: 'auto',
			description: `Whether another run orders again. ${EXT_ID_MODE.automatic} needs n8n ${AUTOMATIC_SINCE} or later for orders.`,
		},
		...(isFinal ? [PAYS_AGAIN] : []),
		{
			...number,
			hint: 'Each order needs its own number, and so does a top-up. Drag it in from your data, such as an invoice number',
			displayOptions: { show: shown, hide: { '@tool': [true] } },
		},
		{
			...number,
			hint: "Each order needs its own number. The model can't fill it in: drag it in from your data",
			displayOptions: { show: { ...shown, '@tool': [true] } },
		},
	];
}

/** The toggle for the wait until an order is ready. */
function waitProperty({ goods }: Operation): INodeProperties {
	return {
		...WAIT_UNTIL_READY,
		type: 'boolean',
		default: false,
		description: `Whether to wait until the order is finished${goods ? `, and to return the purchase as "${goods.field}"` : ''}. The field outcome_reached says whether it was ready in time.`,
		hint: goods
			? 'Off: the item holds the order, but not what you bought'
			: 'Off: the item comes out as soon as the API accepts the order',
	};
}

/** The public key for the encryption of secrets. */
const ENCRYPT: INodeProperties = {
	...ENCRYPT_TO,
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. -----BEGIN PUBLIC KEY-----...',
	description:
		'The public key of the person who may read the secrets (X25519, P-256 or RSA, as PEM or JWK). They come out as secrets_encrypted, a JWE that only the owner of the key can decrypt.',
	hint: 'Optional. With a key here, only its owner can read the secrets',
	displayOptions: { show: { revealSecrets: [true] } },
};

/** The hint of Reveal Secrets for each resource. */
const SECRETS: Partial<Record<ResourceName, string>> = {
	card: 'Off: card number and CVV come out masked',
	esim: 'Off: the activation code comes out masked, without a QR code',
	giftCard: 'Off: the codes come out masked',
	webhook: 'Off: nothing is sent, because the new secret would be lost',
};

function revealProperty({ resource }: Operation): INodeProperties {
	return {
		displayName: 'Reveal Secrets',
		name: 'revealSecrets',
		type: 'boolean',
		default: false,
		description:
			'Whether secrets (card number, CVV, codes, eSIM activation, webhook secret) come out readable. n8n then saves them with the execution.',
		hint: SECRETS[resource] ?? 'Off: secrets come out masked',
	};
}

/** Characters of an address that are shown: the whole is too long. */
const SHOWN = 10;

/**
 * The line under the node's name: the operation, and its amount or address if that is a typed value.
 *
 * @returns an n8n expression
 */
export function subtitle(operations: readonly Operation[]): string {
	const texts = Object.fromEntries(
		operations.map(({ resource, operation, action, subtitle: text = action }) => [
			`${resource}.${operation}`,
			text,
		]),
	);
	const chosen = `(${JSON.stringify(texts)})[$parameter.resource + "." + $parameter.operation]`;
	const amount = `.replace("{amount}", ${typed('amount', 'some')})`;
	const address = `.replace("{address}", ${typed('address', 'an address')})`;
	return `={{ ${chosen}${amount}${address} }}`;
}

/** A parameter's typed value; an expression has no value before the node runs. */
function typed(name: string, otherwise: string): string {
	const value = `String($rawParameter.${name} || "=")`;
	const short = `(${value}.length > ${SHOWN} ? ${value}.slice(0, ${SHOWN}) + "…" : ${value})`;
	return `(${value}.startsWith("=") ? "${otherwise}" : ${short})`;
}
