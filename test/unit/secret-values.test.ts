import { removeSecrets } from '../../partner-api/secrets';

function removeFrom(value: unknown) {
	return removeSecrets(value, { oneTimePassword: false });
}

/** Numbers that the card schemes publish for tests, and what only looks like one. */
test.each([
	['card', { number: '4242424242424242' }],
	['text', 'Card 5555 5555 5555 4444 is ready'],
	['sentence', 'Issued: No.4242424242424242.'],
	['expiry', 'exp 2027 4242 4242 4242 4242'],
	['spaced', '4242\u00a04242  4242\u00a04242'],
	['numeric', 4242424242424242],
	['notes', ['ok', 'card 4242 4242 4242 4242']],
	['jwe_sentence', 'eyJhbGciOiJSU0EifQ.a-b.c_d.e.f.'],
	['install', 'LPA: 1$smdp.example$x'],
	['raw', '{"x":"3782-822463-10005"}'],
	['payload', 'eyJhbGciOiJSU0EifQ.a-b.c_d.e.f'],
	['picture', 'data:image/png;base64,aGlkZGVu'],
	['voucher', 'ABC'],
	['vouchers', 'ABC'],
	['message', 'HTTP 400: {"code":"7","epin":"ABC"}, see below'],
	['body', '"{\\"epin\\":\\"ABC\\"}"'],
	['cardVerificationValue', '1'],
	['cvn', '1'],
	['card_no', '1'],
	['ccNumber', '1'],
	['csc', '1'],
] as const)('%s: %j does not come by a webhook', (name, value) => {
	const { value: left, removed } = removeFrom({ [name]: value, kept: 1 });
	const emptied = { card: { card: {} }, notes: { notes: ['ok'] } };
	expect(left).toEqual({ kept: 1, ...(name in emptied && emptied[name as keyof typeof emptied]) });
	expect(removed).toEqual([name === 'card' ? 'number' : name]);
});

test.each([
	['ext_id', '4242424242424242'],
	['ref', '4242424242424242'],
	['order_ids', ['4242424242424242']],
	['order_number', '4242424242424242'],
	['tx_hash', '0xab4242424242424242cd'],
	['note', '0xab4242424242424242cd'],
	['to', '4242424242424241'],
	['amount', '4242424242424242.00'],
	['at', '4242424242424242000'],
	['imei', '352099001761481'],
	['iccid', '8944500102198304826'],
	['token', 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln'],
])('%s: %s is kept', (name, value) => {
	expect(removeFrom({ [name]: value }).value).toEqual({ [name]: value });
});
