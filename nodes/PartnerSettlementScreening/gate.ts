import { setImmediate as nextTurn } from 'node:timers/promises';

import { type IExecuteFunctions, type INodeExecutionData, NodeConnectionTypes } from 'n8n-workflow';

import { beginPass, endPass } from '../PartnerSettlement/engine/loop-pass';
import { orHeld, sendNoEmptyItem } from '../PartnerSettlement/engine/on-error';
import { Parameters } from '../PartnerSettlement/engine/parameters';
import { inRun } from '../PartnerSettlement/engine/run';
import { runItems } from '../PartnerSettlement/engine/run-items';
import { beginTry } from '../PartnerSettlement/engine/tries';
import { kytScreen } from '../PartnerSettlement/operations/kyt/screen';
import { refuseBadCredential } from './credential-check';
import { DEFAULT_OUTPUT_FIELD, freeField, readResultField } from './output-field';
import { readPlans } from './plans';
import { failedScreening, type Screening, screeningOf, withoutResult } from './screening';
import { OUTPUTS, VERDICTS, type Verdict } from './verdicts';

/** An item on its way to the output of its verdict. */
interface Routed {
	verdict: Verdict;
	item: INodeExecutionData;
}

/**
 * Screens every input item and sends it to the output of its verdict. Each leaves through exactly one, as it came, with
 * the result in a field of its own.
 *
 * @throws NodeApiError or NodeOperationError for wrong rules or a refused credential, and when cancelled; but never where
 * n8n would go on after it, because it would send all items through Clear
 */
export async function passGate(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	beginTry(node);
	const held = (error: unknown) => holdBack(node, error);
	const outputs = outputsOf(node, await orHeld(node, screenAll(node), held));
	endPass(node);
	return outputs;
}

async function screenAll(node: IExecuteFunctions): Promise<Routed[]> {
	beginPass(node);
	const plans = await readPlans(node);
	const screenings = await inRun(node, kytScreen, true, async (run) => {
		await refuseBadCredential(run);
		return await runItems(run, {
			done: (item, answer, _, index) => screeningOf(plans[index], item, answer),
			failed: failedScreening,
		});
	});
	return plans.map((plan, index) =>
		routed(plan.input, index, plan.outputField, screenings[index] ?? withoutResult()),
	);
}

/** All items, when the gate could not do its work. */
async function holdBack(node: IExecuteFunctions, error: unknown): Promise<Routed[]> {
	sendNoEmptyItem(node);
	const { message, description } = (error ?? {}) as { message?: unknown; description?: unknown };
	const screening = withoutResult(message, description);
	const parameters = new Parameters(node);
	const items: Routed[] = [];
	for (const input of allItems(node)) {
		await nextTurn();
		items.push(heldItem(parameters, input, items.length, screening));
	}
	return items;
}

/** Throws for no item, whatever it is: n8n would send all of them on through Clear. */
function heldItem(
	parameters: Parameters,
	input: INodeExecutionData,
	index: number,
	screening: Screening,
): Routed {
	try {
		return routed(input, index, fieldOf(parameters, input, index), screening);
	} catch {
		return routed({ json: {} }, index, DEFAULT_OUTPUT_FIELD, screening);
	}
}

/** The Output Field, so that nothing of a pass before stays in it; a free one where it cannot be read or is taken. */
function fieldOf(parameters: Parameters, { json }: INodeExecutionData, index: number): string {
	try {
		return readResultField(parameters, json, index);
	} catch {
		return freeField(json);
	}
}

/** With Execute Once, n8n hides all items but the first. */
function allItems(node: IExecuteFunctions): INodeExecutionData[] {
	return node.getExecuteData().data[NodeConnectionTypes.Main]?.[0] ?? node.getInputData();
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

function outputsOf(node: IExecuteFunctions, items: Routed[]): INodeExecutionData[][] {
	const outputs = VERDICTS.map((verdict) =>
		items.filter((one) => one.verdict === verdict).map(({ item }) => item),
	);
	const counts = VERDICTS.map(
		(verdict, index) => `${OUTPUTS[verdict]} ${String(outputs[index]?.length ?? 0)}`,
	);
	node.addExecutionHints({ message: `${counts.join(', ')}.`, location: 'outputPane' });
	return outputs;
}
