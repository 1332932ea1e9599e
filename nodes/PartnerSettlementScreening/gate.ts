import { type IExecuteFunctions, type INodeExecutionData, NodeConnectionTypes } from 'n8n-workflow';

import { beginPass, endPass } from '../PartnerSettlement/engine/loop-pass';
import { orHeld, sendNoEmptyItem } from '../PartnerSettlement/engine/on-error';
import { inRun } from '../PartnerSettlement/engine/run';
import { runItems } from '../PartnerSettlement/engine/run-items';
import { beginTry } from '../PartnerSettlement/engine/tries';
import { kytScreen } from '../PartnerSettlement/operations/kyt/screen';
import { refuseBadCredential } from './credential-check';
import { freeField } from './output-field';
import { type Plan, readPlans } from './plans';
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
	const progress: Progress = { plans: [] };
	const work = screenAll(node, progress);
	const held = (error: unknown) => holdBack(node, error, progress.plans);
	const outputs = outputsOf(node, await orHeld(node, work, held));
	endPass(node);
	return outputs;
}

/** How far an execution of the gate has come. */
interface Progress {
	/** None before all have been read. */
	plans: Plan[];
}

async function screenAll(node: IExecuteFunctions, progress: Progress): Promise<Routed[]> {
	beginPass(node);
	const plans = await readPlans(node);
	progress.plans = plans;
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
function holdBack(node: IExecuteFunctions, error: unknown, plans: Plan[]): Routed[] {
	sendNoEmptyItem(node);
	const { message, description } = error as { message?: unknown; description?: unknown };
	const screening = withoutResult(message, description);
	return allItems(node).map((input, index) => {
		const outputField = plans[index]?.outputField ?? freeField(input.json);
		return routed(input, index, outputField, screening);
	});
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
