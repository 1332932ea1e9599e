import { setImmediate as nextTurn } from 'node:timers/promises';

import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeConnectionTypes,
	type NodeOperationError,
} from 'n8n-workflow';

import {
	certificateKey,
	InputError,
	isTransient,
	PartnerApiError,
	redactSecrets,
	restAfter,
} from '../../partner-api';
import { directCall } from '../PartnerSettlement/definition/operation';
import { moneyText } from '../PartnerSettlement/messages/failure-text';
import { failedItem, type Failure, toNodeError } from '../PartnerSettlement/messages/node-error';
import { kytScreen } from '../PartnerSettlement/operations/kyt/screen';
import { beginIteration, endIteration } from '../PartnerSettlement/orders/idempotency-key';
import { outcomeBeforeSending } from '../PartnerSettlement/run/n8n-retry';
import { inRun, type RunContext } from '../PartnerSettlement/run/context';
import { runItems } from '../PartnerSettlement/run-items';
import { orFallback, sendNoEmptyItem } from '../PartnerSettlement/run/on-error';
import { toItem } from '../PartnerSettlement/run/output';
import { Parameters } from '../PartnerSettlement/run/parameters';
import { askedFor, certified, type Progress, type Screening, signingBy } from './certificates';
import { ruleProperties } from './gate-properties';
import { type Asked, judge, OUTPUTS, VERDICTS } from './judge';
import { readCredentialRules, readRules, requireNoRules, type Rules } from './rules';

/**
 * Screens every input item and sends it to the output of its verdict. Each leaves through exactly one, as it came, with the
 * result in the field `screening`.
 *
 * @returns the items by output, in input order
 * @throws NodeApiError or NodeOperationError for wrong rules or a refused credential, and if cancelled. If n8n would go on
 *   after an error, it never throws, because n8n would send all items through Clear.
 */
export async function passGate(node: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	// With Execute Once, getInputData() hides all items except the first.
	const input = node.getExecuteData().data[NodeConnectionTypes.Main]?.[0] ?? node.getInputData();
	const progress: Progress = { rules: [] };
	let failure: IDataObject | undefined;
	const signed = await orFallback(node, screenAll(node, progress), (error) => {
		sendNoEmptyItem(node);
		const { message, description } = (error ?? {}) as Partial<NodeOperationError>;
		failure = { error: message ?? '', message: description ?? '', details: {} };
		return [];
	});
	const outputs: INodeExecutionData[][] = VERDICTS.map(() => []);
	// The description may quote the API, so it is not signed.
	const stopped = { ...withoutResult(failure?.error), ...(failure && { failure }) };
	let begin = performance.now();
	for (const [index, item] of input.entries()) {
		const screening = signed[index] ?? certified(progress, stopped, index);
		begin = await restAfter(begin);
		outputs[VERDICTS.indexOf(screening.verdict)]?.push(withScreening(item, index, screening));
	}
	const counts = VERDICTS.map(
		(verdict, index) => `${OUTPUTS[verdict]} ${outputs[index]?.length ?? 0}`,
	);
	node.addExecutionHints({ message: `${counts.join(', ')}.`, location: 'outputPane' });
	endIteration(node);
	return outputs;
}

/** @returns the result of each item; undefined if it is unknown */
async function screenAll(
	node: IExecuteFunctions,
	progress: Progress,
): Promise<(Screening | undefined)[]> {
	beginIteration(node);
	return await inRun(node, kytScreen, true, async (run) => {
		const rules = await readAllRules(run, progress);
		await requireWorkingCredential(node, run);
		const screenings = await runItems<Screening | undefined>(run, {
			done: ({ itemIndex, values }, { record: response }, index, extId) => {
				const own = rules[index];
				if (!own) return undefined;
				const { json } = toItem(redactSecrets(response, 'screening'), itemIndex, extId);
				const judgement = judge(response, values, own, run.settings.dialect);
				const screening = { ...judgement, record: json, ext_id: extId ?? null };
				return certified(progress, screening, index, values);
			},
			failed: (failure) => {
				const { error, nodeError, call, values: asked = askedFor(run, call.itemIndex) } = failure;
				// Reasons are signed, and a text of the API, or of an expression, may contain personal data.
				const isOwn = error instanceof PartnerApiError || error instanceof InputError;
				const screening = {
					...withoutResult(isOwn ? nodeError.message : '', moneyText(call.outcome, call)),
					...blockOf(run, failure, asked, rules[call.itemIndex]),
					ext_id: call.extId ?? null,
					failure: failedItem(failure).json,
				};
				return certified(progress, screening, call.itemIndex, asked);
			},
		});
		return screenings.map(([screening]) => screening);
	});
}

/** The record of a failed call may block its item, for example with a hit. Otherwise the item stays unresolved. */
function blockOf(
	{ settings }: RunContext,
	{ record, call }: Failure,
	asked: Asked,
	rules: Rules | undefined,
) {
	if (!rules || record === undefined) return undefined;
	const judgement = judge(record, asked, rules, settings.dialect);
	if (judgement.verdict !== 'block') return undefined;
	const { json } = toItem(redactSecrets(record, 'screening'), call.itemIndex, call.extId);
	return { ...judgement, record: json };
}

/**
 * Reads the rules for every item, before the first is screened and paid for: those of the credential, or the node's.
 *
 * @throws NodeOperationError that names the parameter
 */
async function readAllRules(run: RunContext, progress: Progress): Promise<readonly Rules[]> {
	const { node, settings } = run;
	const parameters = new Parameters(node, ruleProperties);
	const rules: Rules[] = [];
	try {
		progress.signing = signingBy(run, await certificateKey(settings.privateKey));
		requireSafeSettings(node.getNode());
		const { clearance } = settings.policy;
		const fixed = clearance && readCredentialRules(clearance.rules);
		const isSame = !ruleProperties.some(({ name }) => parameters.isExpression(name));
		for (const itemIndex of node.getInputData().keys()) {
			const [first] = rules;
			if (first && isSame) {
				rules.push(first);
				continue;
			}
			// Each in its own turn, because n8n takes some time for expressions.
			await nextTurn();
			const read = (name: string) => parameters.read(name, itemIndex, (value) => value, null);
			if (fixed) requireNoRules(read);
			rules.push(fixed ?? readRules(read));
		}
		progress.rules = rules;
		return rules;
	} catch (error) {
		throw errorBeforeSending(node, error, rules.length);
	}
}

/** @throws InputError for a setting of the node that would let n8n add items to Clear, or lose some */
function requireSafeSettings({ alwaysOutputData, executeOnce }: INode): void {
	const wrong = [
		alwaysOutputData === true &&
			'Always Output Data is on: n8n would send an empty item through Clear when nothing is clear',
		executeOnce === true &&
			'Execute Once is on: n8n would give the gate only the first item, and lose the others',
	].find((text) => text !== false);
	if (wrong) throw new InputError(wrong, 'Turn it off in the settings of this node.');
}

/**
 * A credential that the API refuses is refused for every item, so the node stops. After a transient failure, each item
 * retries as the options say.
 *
 * @throws NodeApiError or NodeOperationError
 */
async function requireWorkingCredential(
	node: IExecuteFunctions,
	{ client }: RunContext,
): Promise<void> {
	try {
		await client.tokenFor(directCall(kytScreen));
	} catch (error) {
		if (error instanceof PartnerApiError && isTransient(error)) return;
		throw errorBeforeSending(node, error, 0);
	}
}

/** An error before the first screening, as n8n shows it. */
function errorBeforeSending(node: IExecuteFunctions, error: unknown, itemIndex: number): Error {
	return toNodeError(node.getNode(), error, {
		operation: kytScreen,
		itemIndex,
		changesState: true,
		outcome: outcomeBeforeSending(node),
	});
}

/**
 * The input item with the result in it; its own data, including binary data, stay unchanged. Never throws, whatever the
 * item is: n8n would send all of them through Clear.
 */
function withScreening(
	{ json, binary }: INodeExecutionData,
	index: number,
	screening: Screening,
): INodeExecutionData {
	let own: IDataObject = {};
	try {
		own = { ...json };
	} catch {
		// The item can't be read, so it is unresolved.
	}
	own.screening = { ...screening, reason: screening.reasons.join(' ') };
	return { json: own, ...(binary && { binary }), pairedItem: { item: index } };
}

/** @param why a screening could not be made, or its outcome is unknown */
function withoutResult(...why: unknown[]): Screening {
	const reasons = ['There is no screening result.', ...why].filter(
		(text): text is string => typeof text === 'string' && text !== '',
	);
	return { verdict: 'unresolved', reasons, record: null, ext_id: null };
}
