// A local clock that is off is told to the operator, and a few seconds do no harm.
import { failureText } from '../../nodes/PartnerSettlement/messages/failure-text';
import { BALANCE, Contract, EXCHANGE_REQUEST, failureOf } from '../support/partner';
import { useSandbox } from '../support/use-sandbox';

const api = useSandbox();

beforeEach(() => {
	api.sandbox.configure({ clockOffsetSeconds: 0 });
});

describe.each([
	[120, 'behind'],
	[-120, 'ahead'],
])("the API's clock is off by %i s", (offset, direction) => {
	const seconds = new RegExp(`clock of this machine is 1(19|20|21) seconds ${direction}`);

	beforeEach(() => {
		api.sandbox.configure({ clockOffsetSeconds: offset });
	});

	test('the operator is told', async () => {
		const failure = await failureOf(api.contract.client().call(BALANCE));
		const context = { call: 'Balance: Get', changesState: false, urlField: 'API URL' };
		expect(failureText(failure, context).description).toMatch(seconds);
		expect(failure.outcome).toBe('not_sent');
		expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(1);
	});
});

test('a clock that is off by a few seconds does no harm', async () => {
	for (const clockOffsetSeconds of [-4, 4]) {
		api.sandbox.configure({ clockOffsetSeconds });
		await (await Contract.of(api.sandbox)).client().call(BALANCE);
	}
	expect(api.sandbox.stats().unauthorized).toBe(0);
});
