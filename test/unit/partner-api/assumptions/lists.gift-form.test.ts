// Which fields of a gift card let the buyer choose its price: of such an offer, no list tells what it costs.
import { ASSUMPTIONS } from '../../../../partner-api';

const isOpen = (fields: object): boolean =>
	ASSUMPTIONS.gift_form.value.test(JSON.stringify(fields));

test.each<[object]>([
	[{ amount: '5' }],
	[{ face_value: 'five' }],
	[{ sum: '500' }],
	[{ Sum: 999.5 }],
	[{ count: 50 }],
	[{ email: 'a@example.com', top_up_usd: '25.00' }],
	[{ number_of_cards: '3' }],
	[{ phone_credit: '500' }],
	[{ user_coins: 500, prepaid: 20 }],
	[[{ name: 'amount', value: '5' }]],
	[{ sum: '500 USD' }],
	[{ sum: ' $500' }],
	[{ sum: [500] }],
	[{ sum: '５００' }],
	[{ sum: '٥٠٠' }],
	[{ denom: 'EUR 500', email: 'a@example.com' }],
	[{ [`${'long_'.repeat(20)}sum`]: 500 }],
	[{ package_id: 500 }],
	[{ banknote: '500' }],
	[{ capacity: 500 }],
	[{ product_code: '500' }],
	[{ package_name: '500 UC' }],
	[{ product_name: '500 USD', name: 'Ada' }],
])('%j is for an amount', (fields) => {
	expect(isOpen(fields)).toBe(true);
});

test.each<[object]>([
	[{}],
	[{ email: 'a@example.com' }],
	[{ phone: '4915112345678', zip: '10115' }],
	[{ account_number: '1234567', player_id: 555, userId: 5, customer_id: 'C-7' }],
	[{ gift_message: 'Happy 50th', recipient_name: 'Ada 2', country_code: 49, game_server: 'EU-1' }],
	[{ postal_code: 10115, date: '20260101', mobile: 49151 }],
	[{ street: 'Main Street 5', region: 'EU' }],
	[{ uid: '5550001', zone_id: 2001, steam_id: '7656', client_id: 5, server_name: 'EU 1' }],
	[{ 'e-mail': 'ada1@example.com', tel: '49151', dob: '2000-01-01', birthday: '2000-01-01' }],
	[{ contact: '49151', nick: 'ada1', nickname: 'ada1', meter_number: '5', name: 'Ada 2' }],
	[{ first_name: 'Ada 2', 'last-name': 'B 2', fullName: 'Ada 2' }],
])('%j is of a person', (fields) => {
	expect(isOpen(fields)).toBe(false);
});

test('a text of any length is read at once', () => {
	const hostile = ['"', '"x":', '":1', `"${'x'.repeat(60)}`].map((part) => part.repeat(500_000));
	for (const text of hostile) expect(() => ASSUMPTIONS.gift_form.value.test(text)).not.toThrow();
});
