/** Proves that a field of the item is read as n8n reads it, and that every option is read for each item. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../dev/sandbox';
import { Contract } from '../support/partner';
import { TRON } from '../support/addresses';
import { errorOf, outputs, startNode } from './support/run-node';

const CHECK = {
	resource: 'kyt',
	operation: 'check',
	network: 'tron_usdt',
	extIdMode: 'auto',
	additionalFields: {},
	options: {},
};

/** Names that an expression must not touch, as fields of an item, and names that every object has. */
const BLOCKED = [
	'__proto__',
	'constructor',
	'prototype',
	'mainModule',
	'arguments',
	'getOwnPropertyDescriptor',
	'defineProperty',
	'getBuiltinModule',
	'dlopen',
	'hasOwnProperty',
	'valueOf',
	'toString',
];

let sandbox: Sandbox;
let contract: Contract;

beforeAll(async () => {
	sandbox = await startSandbox({ kytDelayMs: 5 });
	contract = await Contract.of(sandbox);
});

afterAll(async () => {
	await sandbox.close();
});

beforeEach(() => {
	sandbox.resetStats();
});

function start(parameters: INodeParameters, items: IDataObject[]): ReturnType<typeof startNode> {
	return startNode({ credential: { ...contract.credential() }, parameters, items });
}

/** The addresses that arrived. */
function screened(): unknown[] {
	return sandbox.state.requests
		.filter(({ path }) => path.endsWith('/kyt_check'))
		.map(({ body }) => (JSON.parse(body) as { address: unknown }).address);
}

/** The second of each pair is not what the node reads by itself, so n8n evaluates it. */
test.each([
	['{{ $json.address }}', "{{ $json['address'] }}", { address: TRON }],
	['{{$json.wallet.main}}', '{{ ($json.wallet).main }}', { wallet: { main: TRON } }],
	['{{ $json.address }}', '{{ $json["address"] }}', { address: 17 }],
	['{{ $json.wallet.main }}', '{{ ($json.wallet).main }}', { wallet: 'main' }],
	['{{ $json.address }}', '{{ ($json).address }}', { other: TRON }],
	['{{ $json.address }}', '{{ ($json).address }}', { address: '={{ 1 + 1 }}' }],
	['{{ $json.address.length }}', '{{ ($json.address).length }}', { address: TRON }],
	['{{ $json.constructor }}', '{{ ($json).constructor }}', { address: TRON }],
	['{{ $json.toString }}', '{{ ($json).toString }}', { address: TRON }],
	['{{ $JSON.address }}', '{{ ($JSON).address }}', { address: TRON }],
	['{{ $json.Address }}', '{{ ($json).Address }}', { address: TRON }],
	...BLOCKED.map((name): [string, string, IDataObject] => [
		`{{ $json.${name} }}`,
		`{{ ($json).${name} }}`,
		{ address: TRON, [name]: TRON },
	]),
	['{{ $json.a.constructor }}', '{{ ($json).a.constructor }}', { a: { constructor: TRON } }],
])('a field of the item, %s, is what n8n makes of %s', async (field, expression, item) => {
	const own = await start({ ...CHECK, address: `=${field}` }, [item]);
	const sentByOwn = screened();
	sandbox.resetStats();
	const evaluated = await start({ ...CHECK, address: `=${expression}` }, [item]);
	expect(sentByOwn).toEqual(screened());
	expect(errorOf(own)).toEqual(errorOf(evaluated));
});

test('an expression is resolved for each item, and what stands beside it as well', async () => {
	const items = [{ whole: true }, { whole: false }];
	const options = { wholeAnswer: '={{ $json.whole }}', timeout: 5 };
	const parameters = { resource: 'esimOffer', operation: 'getAll', returnAll: true, options };
	const [output = []] = outputs(await start(parameters, items));
	const ofItem = (item: number) =>
		output.filter(({ pairedItem }) => JSON.stringify(pairedItem) === JSON.stringify({ item }));
	expect(ofItem(0)).toHaveLength(1);
	expect(ofItem(1).length).toBeGreaterThan(1);
});
