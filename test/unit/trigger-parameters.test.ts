// What expressions may give for Maximum Age.
import type { IWebhookFunctions } from 'n8n-workflow';
import { readSelection } from '../../nodes/PartnerSettlementTrigger/select';

const logged: string[] = [];

beforeEach(() => {
	logged.length = 0;
});

/** What n8n gives for the parameters of a delivery, expressions evaluated. */
function given(parameters: Record<string, unknown>): IWebhookFunctions {
	const context: Partial<Record<keyof IWebhookFunctions, unknown>> = {
		getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
		logger: { warn: (line: string) => logged.push(line) },
	};
	return context as unknown as IWebhookFunctions;
}

const selection = (options: object) => readSelection(given({ events: ['*'], options }));

describe('Maximum Age', () => {
	test.each([
		[0, 0],
		[60, 60],
		['60', 60],
		[' 0.5 ', 0.5],
	])('%j is so many seconds', (maximumAge, seconds) => {
		expect(selection({ maximumAge }).maximumAge).toBe(seconds);
		expect(logged).toEqual([]);
	});

	test.each([[true], [[5]], [null], [undefined], [''], [' '], ['soon'], [-1], [Number.NaN], [{}]])(
		'%j is none: it is off, and the log says so',
		(maximumAge) => {
			expect(selection({ maximumAge }).maximumAge).toBe(0);
			expect(logged).toEqual(['Maximum Age is not a number of seconds, so it is off']);
		},
	);

	test('is off where it is not among the options', () => {
		expect(selection({}).maximumAge).toBe(0);
		expect(logged).toEqual([]);
	});
});
