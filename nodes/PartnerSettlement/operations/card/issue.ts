import { InputError, readInteger } from '../../../../partner-api';
import { locator } from '../../definition/choices';
import { field, readText } from '../../definition/fields';
import { documented, type Operation, ORDER } from '../../definition/operation';
import { cardProductGetAll } from '../cardProduct/get-all';
import { cardGet } from './get';

/** The format in which n8n's date picker writes a day. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}\S*$/;
const DAY = /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})$/;

/** The document shows no date format, so only a day that does not exist is refused. @throws InputError */
function readBirthDate(value: unknown, label: string): string {
	const text = readText(value, label).replace(MOMENT, '$1');
	const [, first = '', , second = '', third = ''] = DAY.exec(text) ?? [];
	const orders = [
		[first, second, third],
		[third, second, first],
		[third, first, second],
	].filter(([year = '']) => year.length === 4);
	if (orders.length === 0 || orders.some((parts) => isDay(parts.map(Number)))) return text;
	throw new InputError(
		`${label} ${text} is not a date in the calendar`,
		'Write it like 1990-01-31.',
	);
}

function isDay([year = 0, month = 0, day = 0]: number[]): boolean {
	const date = new Date(Date.UTC(year, month - 1, day));
	return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** @throws InputError if it does not have the form of an address */
function readEmail(value: unknown, label: string): string {
	const text = readText(value, label);
	if (/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)) return text;
	throw new InputError(`${label} is not an email address`, 'Write it like name@example.com.');
}

export const cardIssue: Operation = {
	resource: 'card',
	operation: 'issue',
	name: 'Issue',
	action: 'Issue a virtual card',
	subtitle: 'Issue a card',
	description: 'Issue a virtual card',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/pin/create_card'),
	...ORDER,
	goods: { field: 'card', read: cardGet, id: 'card_id' },
	priceList: { read: cardProductGetAll, id: '<svc>_product_id' },
	fields: [
		locator('<svc>_product_id', {
			required: true,
			list: 'searchCardProducts',
			displayName: 'Card Product',
			placeholder: 'e.g. 101',
			description: 'The card product to issue',
			hint: 'Its price is for issuing. To put money on the card, use Card: Top Up afterwards',
			read: readInteger,
		}),
		field('birth_date', {
			placeholder: 'e.g. 1990-01-31',
			description: "The holder's birth date",
			read: readBirthDate,
		}),
		field('country', { placeholder: 'e.g. DE', description: "The holder's country" }),
		field('email', {
			placeholder: 'e.g. name@example.com',
			description: "The holder's email",
			read: readEmail,
		}),
		field('first_name', { placeholder: 'e.g. Ada', description: "The holder's first name" }),
		field('last_name', { placeholder: 'e.g. Lovelace', description: "The holder's last name" }),
		field('phone', { placeholder: 'e.g. +491700000000', description: "The holder's phone number" }),
	],
	identifying: ['ext_id', '<svc>_product_id'],
	areas: ['card_issue'],
	isLookedUpFirst: true,
	secrets: true,
	encryptable: true,
	noun: 'card',
};
