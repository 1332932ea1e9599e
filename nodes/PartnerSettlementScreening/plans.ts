import { setImmediate as nextTurn } from 'node:timers/promises';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { InputError } from '../../partner-api';
import { refuseNothing, refuseNothingIn } from '../PartnerSettlement/engine/empty-expression';
import { toNodeError } from '../PartnerSettlement/engine/failures';
import { Parameters } from '../PartnerSettlement/engine/parameters';
import { mayOrderAnew } from '../PartnerSettlement/engine/sub-workflow';
import { isRetry } from '../PartnerSettlement/engine/tries';
import { kytScreen } from '../PartnerSettlement/operations/kyt/screen';
import { REFRESH } from '../PartnerSettlement/operations/kyt/screening-fields';
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
	const parameters = new Parameters(node);
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
 * @returns nothing where an expression fails: the run reads it again, and reports this item and no other
 * @throws InputError for a Refresh that comes to nothing: taken for off, it would let results on file through
 */
function readAsked(parameters: Parameters, itemIndex: number): Asked | undefined {
	const subject = readSubject(parameters, itemIndex);
	if (!subject) return undefined;
	const { network, address, additional, raw } = subject;
	refuseNothingIn(additional, raw, { refresh: REFRESH.displayName });
	// Only true is sent as such; anything else is none, or refused before it is sent.
	const refresh = additionalSchema.safeParse(additional).data?.refresh === true;
	return { network, address, refresh };
}

function readSubject(parameters: Parameters, itemIndex: number) {
	try {
		return {
			network: parameters.read('network', itemIndex, asItIs),
			address: parameters.read('address', itemIndex, asItIs),
			...parameters.read('additionalFields', itemIndex, withRaw, {}),
		};
	} catch {
		return undefined;
	}
}

function readGiven(parameters: Parameters, itemIndex: number): Record<RuleName, unknown> {
	const values = RULE_NAMES.map((name) => {
		const read = (value: unknown, raw: unknown): unknown => {
			refuseNothing(value, raw, RULES[name]);
			return value;
		};
		return [name, parameters.read(name, itemIndex, read)];
	});
	return Object.fromEntries(values) as Record<RuleName, unknown>;
}

function asItIs(value: unknown): unknown {
	return value;
}

function withRaw(additional: unknown, raw: unknown): { additional: unknown; raw: unknown } {
	return { additional, raw };
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
