// What expressions may give for Maximum Age.
import type { IWebhookFunctions } from 'n8n-workflow';
import { readSelection } from '../../../../nodes/PartnerSettlementTrigger/select';

/** What n8n gives for the parameters of a delivery, expressions evaluated. */
function given(parameters: Record<string, unknown>): IWebhookFunctions {
	const context: Partial<Record<keyof IWebhookFunctions, unknown>> = {
		getNodeParameter: (name: string, otherwise: unknown) => parameters[name] ?? otherwise,
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
	});

	test.each([[true], [[5]], [''], [' '], ['soon'], [-1], [Number.NaN], [{}]])(
		'%j is none: the delivery is put off, for no event must be dropped over it',
		(maximumAge) => {
			expect(() => selection({ maximumAge })).toThrow(/^Maximum Age /);
		},
	);

	test('is off where it is not among the options', () => {
		expect(selection({}).maximumAge).toBe(0);
	});
});
