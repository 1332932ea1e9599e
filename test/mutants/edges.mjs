import { of } from './of.mjs';

const ACTION = 'nodes/PartnerSettlement/';
const TRIGGER = 'nodes/PartnerSettlementTrigger/';
const GATE = 'nodes/PartnerSettlementScreening/';

const transport = [
	...of(
		'transport',
		'partner-api/http/response.ts',
		['response.test'],
		[
			['status > 299) throw', 'status > 399) throw'],
			["if (error?.isAlone) throw fail('unexpected_answer', error.known);", ''],
			["hasResults ? { outcome: 'unknown' } : {}", '{}'],
			[
				"const outcome = phase === 'token' ? 'not_sent' : outcomeOfStatus(status);",
				'const outcome = outcomeOfStatus(status);',
			],
			['const OPEN_4XX = new Set([408, 425, 499]);', 'const OPEN_4XX = new Set([425, 499]);'],
			["...(isOpen && { outcome: 'unknown' })", ''],
			["status >= 500 ? 'unknown'", "status >= 501 ? 'unknown'"],
		],
	),
	...of(
		'transport',
		'partner-api/http/transport.ts',
		['test/contract'],
		[
			["probe.sent && phase === 'call' ? 'unknown' : 'not_sent'", "'not_sent'"],
			['if (probe) probe.sent = true;', ''],
			[
				"if (signal.aborted) return signal.reason === 'timeout' ? 'timeout' : 'cancelled';",
				"if (signal.aborted) return 'cancelled';",
			],
			['if (!verdict || verdict.ok) return;', 'if (verdict) return;'],
		],
	),
	...of(
		'transport',
		'partner-api/http/retry.ts',
		['retry.test'],
		[
			["(error.outcome !== 'unknown' || retrySafety !== 'unsafe')", "error.outcome !== 'unknown'"],
			["(error.outcome !== 'unknown' || retrySafety !== 'unsafe')", 'true'],
		],
	),
];

const policy = [
	...of(
		'policy',
		`${ACTION}limits/policy.ts`,
		['credential-limits', 'clearance.test', 'keep-at-least'],
		[
			[
				'const METHOD_OVERRIDE = /^x?(?:http)?method(?:override)?$/i;',
				'const METHOD_OVERRIDE = /^never$/;',
			],
			['if (fields.to_address !== undefined) await', 'if (fields.to_address === undefined) await'],
			['?.includes(textOf(recipient)) === false', '?.includes(textOf(recipient)) === undefined'],
			['\t\t\tawait requireClearance(item, textOf(recipient));', ''],
			['if (cost === undefined) {', 'if (cost === null) {'],
			['if (max === undefined && !isCounted(run)) continue;', 'if (max === undefined) continue;'],
			['Math.max(before, known, isExact', 'Math.min(before, known, isExact'],
			['new Big(cost).gt(max)', 'new Big(cost).gt(new Big(max).plus(1))'],
			["paidIn === 'USDT' &&", ''],
			['await counted?.open(entries.map(({ order }) => order));', ''],
		],
	),
	...of(
		'policy',
		`${ACTION}limits/budget/reservations.ts`,
		['credential-limits', 'keep-at-least'],
		[
			[
				'roomOf(new Big(data.available_balance).minus(keepAtLeast))',
				'roomOf(new Big(data.available_balance))',
			],
		],
	),
	...of(
		'policy',
		`${ACTION}limits/budget/memory-record.ts`,
		['budget/reservations', 'keep-at-least'],
		[
			[
				'sumOf(countedIn(this.snapshot(), one)) > one.max',
				'sumOf(countedIn(this.snapshot(), one)) >= one.max',
			],
		],
	),
	...of(
		'policy',
		`${ACTION}limits/spending-limits.ts`,
		['spending-limits'],
		[['total = total.plus(cost);', 'total = new Big(cost);']],
	),
];

const trigger = [
	...of(
		'trigger',
		'partner-api/webhook/signature.ts',
		['signature.test', 'test/unit/nodes/PartnerSettlementTrigger'],
		[
			["secret.trim() !== '');", 'true);'],
			['matches.includes(true) ? { valid: true }', 'matches.includes(false) ? { valid: true }'],
			[
				"if (Array.isArray(header)) return { valid: false, reason: 'header_twice' };",
				'if (Array.isArray(header)) return verifySignature(body, header[0], secrets);',
			],
		],
	),
	...of(
		'trigger',
		`${TRIGGER}receive.ts`,
		['test/unit/nodes/PartnerSettlementTrigger'],
		[
			['if (!verdict.valid) {', "if (!verdict.valid && verdict.reason === 'no_match') {"],
			['if (!claim) return { webhookResponse };', ''],
			[
				"const content = event.event === 'card.otp' ? 'password' : 'event';",
				"const content = 'password';",
			],
			[
				"return respond(context, 503, { error: 'delivery_failed' });",
				"return respond(context, 200, { error: 'delivery_failed' });",
			],
		],
	),
	...of(
		'trigger',
		`${TRIGGER}select.ts`,
		['select'],
		[
			['return includeTestPing;', 'return true;'],
			['/ 1000 > maximumAge', '/ 1000 >= 2 * maximumAge'],
			[
				"if (typeof status !== 'string') return true;",
				"if (typeof status !== 'string') return false;",
			],
		],
	),
	...of(
		'trigger',
		`${TRIGGER}deduplication/claim.ts`,
		['deduplication'],
		[
			['if (holder === STORED) return undefined;', ''],
			['if (!writableFinished) return;', ''],
			['statusCode < 300 ?', 'statusCode < 600 ?'],
		],
	),
];

const gate = [
	...of(
		'gate',
		`${GATE}judge.ts`,
		['judge'],
		[
			["['block', 'unresolved', 'review', 'clear']", "['unresolved', 'block', 'review', 'clear']"],
			['spelled(address) !== spelled(asked.address)', 'spelled(address) === undefined'],
			['cached === false && age < NEW_FOR_MS', 'age < NEW_FOR_MS'],
			['const isNew = age >= -CLOCK_SKEW_MS &&', 'const isNew ='],
			['if (status === COMPLETED) return', 'if (status !== PROCESSING) return'],
			['if (hit === false) return', 'if (hit !== null) return'],
			['Number(given) < 0', 'Number(given) < -1'],
			['new Big(score).gte(block)', 'new Big(score).gt(block)'],
			[
				"if (review === undefined) return found('review', unset);",
				"if (review === undefined) return found('clear', unset);",
			],
			[
				"return rules.requireSeverity\n\t\t? found('review'",
				"return rules.requireSeverity\n\t\t? found('clear'",
			],
		],
	),
	...of(
		'gate',
		`${GATE}gate.ts`,
		['gate', 'test/unit/nodes/PartnerSettlementScreening'],
		[
			['if (fixed) requireNoRules(read);', ''],
			["if (judgement.verdict !== 'block') return undefined;", 'return undefined;'],
		],
	),
];

/** @type {import('./of.mjs').Mutant[]} */
export const EDGES = [...transport, ...policy, ...trigger, ...gate];
