import { setImmediate as nextTurn } from 'node:timers/promises';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { InputError } from '../../partner-api';
import { toNodeError } from '../PartnerSettlement/engine/failures';
import { Parameters } from '../PartnerSettlement/engine/parameters';
import { mayOrderAnew } from '../PartnerSettlement/engine/sub-workflow';
import { isRetry } from '../PartnerSettlement/engine/tries';
import { kytScreen } from '../PartnerSettlement/operations/kyt/screen';
import { propertiesOfAll } from './gate-properties';
import { readResultField } from './output-field';
import { type RuleName, RULES } from './rule-parameters';
import { readRules, type Rules } from './rules';
import type { Asked } from './subject';

/** An input item, and how the gate is set for it. */
export interface Plan {
	input: INodeExecutionData;
	/** Read from the item once more, so that no other item's record can pass for its own. Absent where it cannot be read. */
	asked?: Asked;
	rules: Rules;
	/** The field of the item that takes the result. */
	outputField: string;
}

const additionalSchema = z.object({ refresh: z.unknown() });
const RULE_NAMES = Object.keys(RULES) as RuleName[];

/**
 * Reads how the gate is set, for every item, before anything is sent: screenings whose result a wrong rule throws away
 * would be paid for nothing.
 *
 * @throws NodeOperationError that names the parameter
 */
export async function readPlans(node: IExecuteFunctions): Promise<Plan[]> {
	const parameters = new Parameters(node, propertiesOfAll);
	// Rules are the same for all items, unless an expression makes them differ.
	const known = new Map<string, Rules>();
	const plans: Plan[] = [];
	try {
		refuseSettings(node);
		for (const input of node.getInputData()) {
			// Each in a turn of its own: n8n takes its time for expressions.
			await nextTurn();
			const index = plans.length;
			const asked = readAsked(parameters, index);
			if (asked instanceof InputError) throw asked;
			const given = readGiven(parameters, index);
			const key = JSON.stringify(given);
			const rules = known.get(key) ?? readRules(given);
			known.set(key, rules);
			const outputField = readResultField(parameters, input.json, index);
			plans.push({ input, asked, rules, outputField });
		}
		return plans;
	} catch (error) {
		const call = {
			operation: kytScreen,
			itemIndex: plans.length,
			changesState: true,
			outcome: 'not_sent' as const,
			isRetry: isRetry(node),
			mayOrderAnew: mayOrderAnew(node, kytScreen),
		};
		throw toNodeError(node.getNode(), error, call);
	}
}

/**
 * @returns nothing where an expression fails: the run reads it again, and reports this item and no other. InputError for a
 *   Refresh that comes to nothing: taken for off, it would let results on file through.
 */
function readAsked(parameters: Parameters, itemIndex: number): Asked | InputError | undefined {
	try {
		const refresh = parameters.read('additionalFields', itemIndex, isRefresh, {});
		const [network, address] = ['network', 'address'].map((name) =>
			parameters.read(name, itemIndex, asItIs),
		);
		return { network, address, refresh };
	} catch (error) {
		return error instanceof InputError ? error : undefined;
	}
}

/** Only true is sent as such; anything else is none, or refused before it is sent. */
function isRefresh(additional: unknown): boolean {
	return additionalSchema.safeParse(additional).data?.refresh === true;
}

function readGiven(parameters: Parameters, itemIndex: number): Record<RuleName, unknown> {
	const values = RULE_NAMES.map((name) => [name, parameters.read(name, itemIndex, asItIs)]);
	return Object.fromEntries(values) as Record<RuleName, unknown>;
}

function asItIs(value: unknown): unknown {
	return value;
}

/** @throws InputError for a setting with which items would appear, or be lost */
function refuseSettings(node: IExecuteFunctions): void {
	const { alwaysOutputData, executeOnce } = node.getNode();
	const hint = 'Turn it off in the settings of this node.';
	if (alwaysOutputData === true) {
		throw new InputError(
			'Always Output Data is on: n8n would send an empty item through Clear when nothing is clear',
			hint,
		);
	}
	if (executeOnce === true) {
		throw new InputError(
			'Execute Once is on: n8n would give the gate the first item only, and all others would be lost',
			hint,
		);
	}
}
