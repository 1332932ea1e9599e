import { setImmediate as nextTurn } from 'node:timers/promises';

import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import {
	InputError,
	redactSecrets,
	mayRetry,
	PartnerApiError,
	type PartnerClient,
	type PartnerSettings,
	tokenProvider,
} from '../../partner-api';
import { failedItem, toNodeError } from '../PartnerSettlement/messages/node-error';
import { kytScreen } from '../PartnerSettlement/operations/kyt/screen';
import { beginIteration, endIteration } from '../PartnerSettlement/orders/idempotency-key';
import type { Failure } from '../PartnerSettlement/orders/outcome-report';
import { isRetry } from '../PartnerSettlement/run/attempts';
import { inRun } from '../PartnerSettlement/run/context';
import { runItems } from '../PartnerSettlement/run-items';
import { orFallback, sendNoEmptyItem } from '../PartnerSettlement/run/on-error';
import { toItem } from '../PartnerSettlement/run/output';
import { Parameters } from '../PartnerSettlement/run/parameters';
import { propertiesOfAll } from './gate-properties';
import { judge, type Judgement, OUTPUTS, type Verdict, VERDICTS } from './judge';
import {
	type Asked,
	DEFAULT_OUTPUT_FIELD,
	outputFieldOrFree,
	type Read,
	readAsked,
	readOutputField,
	readRules,
	refuseSettings,
	type Rules,
} from './rules';

/** An input item, and how the gate is set for it. */
interface Plan {
	input: INodeExecutionData;
	/** Read from the item by the gate itself, so that no other item's record passes for its own. Absent: not readable. */
	asked?: Asked;
	rules: Rules;
	outputField: string;
}

/** What the gate adds to an item. */
interface Screening extends Judgement {
	/** The API's record, as KYT Screening: Screen gives it; null where there is none. */
	record: IDataObject | null;
	/** The idempotency key under which it was ordered; null where none was made. */
	ext_id: string | null;
	/** Why there is no record, as On Error: Continue gives it: what happened, and what became of the money. */
	failure?: IDataObject;
}

/** An item on its way to the output of its verdict. */
interface Routed {
	verdict: Verdict;
	item: INodeExecutionData;
}

/**
 * Screens every input item and sends it to the output of its verdict. Each leaves through exactly one, as it came, with
 * the result in a field of its own.
 *
 * @returns the items by output, in input order
 * @throws NodeApiError or NodeOperationError for wrong rules or a refused credential, and when cancelled; but never where
 * n8n would go on after it, because it would send all items through Clear
 */
export async function passGate(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const routed = await orFallback(node, screenAll(node), (error) =>
		leaveAllUnresolved(node, error),
	);
	const outputs = VERDICTS.map((verdict) =>
		routed.filter((one) => one.verdict === verdict).map(({ item }) => item),
	);
	const counts = VERDICTS.map(
		(verdict, index) => `${OUTPUTS[verdict]} ${outputs[index]?.length ?? 0}`,
	);
	node.addExecutionHints({ message: `${counts.join(', ')}.`, location: 'outputPane' });
	endIteration(node);
	return outputs;
}

async function screenAll(node: IExecuteFunctions): Promise<Routed[]> {
	beginIteration(node);
	const plans = await readPlans(node);
	const screenings = await inRun(node, kytScreen, true, async (run) => {
		await refuseBadCredential(node, run);
		return await runItems<Screening>(run, {
			done: ({ itemIndex, extId }, response, _, index) => {
				const plan = plans[index];
				if (!plan) return withoutResult();
				const record = toItem(redactSecrets(response, { isOfNoCard: true }), itemIndex, extId);
				return {
					...judge(response, plan.asked, plan.rules),
					record: record.json,
					ext_id: extId ?? null,
				};
			},
			failed: failedScreening,
		});
	});
	return plans.map(({ input, outputField }, index) =>
		routed(input, index, outputField, screenings[index] ?? withoutResult()),
	);
}

/**
 * Reads how the gate is set for every item, before the first is screened and paid.
 *
 * @throws NodeOperationError that names the parameter; nothing was sent
 */
async function readPlans(node: IExecuteFunctions): Promise<Plan[]> {
	const parameters = new Parameters(node, propertiesOfAll);
	// Rules are the same for all items, unless an expression makes them differ.
	const known = new Map<string, Rules>();
	const plans: Plan[] = [];
	try {
		refuseSettings(node.getNode());
		for (const input of node.getInputData()) {
			// Each in a turn of its own: n8n takes its time for expressions.
			await nextTurn();
			const read = readerOf(parameters, plans.length);
			const asked = readAsked(read);
			if (asked instanceof InputError) throw asked;
			const rules = readRules(read, known);
			plans.push({ input, asked, rules, outputField: readOutputField(read, input.json) });
		}
		return plans;
	} catch (error) {
		throw notSent(node, error, plans.length);
	}
}

function readerOf(parameters: Parameters, index: number): Read {
	return (name, parse, fallback) => parameters.read(name, index, parse, fallback);
}

/**
 * A credential that the API refuses is refused for every item, so the node stops. What may pass is left to the items, which
 * are retried as the options say.
 *
 * @throws NodeApiError or NodeOperationError
 */
async function refuseBadCredential(
	node: IExecuteFunctions,
	{ client, settings }: { client: PartnerClient; settings: PartnerSettings },
): Promise<void> {
	try {
		await client.tokenFor(kytScreen.scope ?? undefined);
	} catch (error) {
		if (error instanceof PartnerApiError && mayRetry(error, 'safe')) return;
		throw notSent(node, error, 0, tokenProvider.peek(settings)?.scopes);
	}
}

/** An error that came before the first screening, as n8n shows it. */
function notSent(
	node: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
	grantedScopes?: readonly string[],
): Error {
	return toNodeError(node.getNode(), error, {
		operation: kytScreen,
		itemIndex,
		changesState: true,
		outcome: 'not_sent',
		isRetry: isRetry(node),
		grantedScopes,
	});
}

/** All items, where the gate could not do its work and must not throw. */
async function leaveAllUnresolved(node: IExecuteFunctions, error: unknown): Promise<Routed[]> {
	sendNoEmptyItem(node);
	const { message, description } = (error ?? {}) as { message?: unknown; description?: unknown };
	const screening = withoutResult(message, description);
	const parameters = new Parameters(node);
	// With Execute Once, getInputData() hides all items but the first.
	const all = node.getExecuteData().data[NodeConnectionTypes.Main]?.[0] ?? node.getInputData();
	const items: Routed[] = [];
	for (const input of all) {
		await nextTurn();
		const read = readerOf(parameters, items.length);
		items.push(leftUnresolved(read, input, items.length, screening));
	}
	return items;
}

/** Throws for no item, whatever it is: n8n would send all of them on through Clear. */
function leftUnresolved(
	read: Read,
	input: INodeExecutionData,
	index: number,
	screening: Screening,
): Routed {
	try {
		return routed(input, index, outputFieldOrFree(read, input.json), screening);
	} catch {
		return routed({ json: {} }, index, DEFAULT_OUTPUT_FIELD, screening);
	}
}

/** The input item with the result in it; its own data, binary ones too, stay as they are. */
function routed(
	{ json, binary }: INodeExecutionData,
	index: number,
	outputField: string,
	screening: Screening,
): Routed {
	return {
		verdict: screening.verdict,
		item: {
			json: { ...json, [outputField]: { ...screening } },
			...(binary && { binary }),
			pairedItem: { item: index },
		},
	};
}

/** A screening that could not be made, or whose outcome is not known. */
function failedScreening(failure: Failure): Screening {
	const { message, description } = failure.nodeError;
	return {
		...withoutResult(message, description),
		ext_id: failure.call.extIds?.[0] ?? null,
		failure: failedItem(failure).json,
	};
}

/** @param why in the words of the operator; what is no text is left out */
function withoutResult(...why: unknown[]): Screening {
	const texts = why.filter((text): text is string => typeof text === 'string' && text !== '');
	const reasons = ['There is no result of a screening.', ...texts];
	return { verdict: 'unresolved', reasons, record: null, ext_id: null };
}
