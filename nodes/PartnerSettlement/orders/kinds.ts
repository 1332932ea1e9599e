import { ASSUMPTIONS, EVENT_TYPES, type JsonObject } from '../../../partner-api';
import { isId } from '../definition/envelope';
import { isAbsent } from '../definition/fields';
import { wireName } from '../definition/request-rules';

/** Where a record may say of which kind its order is, by an area of section 6.3. Other words there say nothing. */
const KIND_FIELDS = ASSUMPTIONS.order_kind.value;
const AREAS: ReadonlySet<string> = new Set(
	EVENT_TYPES.filter((type) => type.endsWith('.status_changed')).map(areaName),
);

/** What the API calls something, in one spelling: `CardIssue` and `card-issue` are `card_issue`. A longer text is no name. */
export function snakeCase(text: string): string {
	const words = text.slice(0, 100).replace(/([a-z])([A-Z])/g, '$1_$2');
	return words.toLowerCase().replace(/[^a-z]+/g, '_');
}

function areaName(text: string): string {
	return snakeCase(text).replace(/_status_changed$/, '');
}

/** The area of section 6.3 that a text names, also by its event; undefined for any other text. */
export function areaOf(text: string): string | undefined {
	const name = areaName(text);
	return AREAS.has(name) ? name : undefined;
}

/** The areas that a record names as its kind, and where. */
export function kindsIn(record: JsonObject): { name: string; area: string }[] {
	return KIND_FIELDS.flatMap((name) => {
		const text = record[name];
		const area = typeof text === 'string' ? areaOf(text) : undefined;
		return area === undefined ? [] : { name, area };
	});
}

/** By one of these IDs, a record with a recipient is no withdrawal. */
const OF_GOODS = ['esim_id', 'iccid', 'plan_id', 'offer_id', 'card_id', 'purchase_id'];

/** The areas that a record names; where it names none, one with a recipient is a withdrawal (section 2.2). */
export function kindsShown(record: JsonObject): { name: string; area: string }[] {
	const named = kindsIn(record);
	const isBought = OF_GOODS.some((name) => isId(record[name]));
	const isPaidOut = named.length === 0 && !isAbsent(record.to_address) && !isBought;
	return isPaidOut ? [{ name: 'to_address', area: 'withdrawal' }] : named;
}

/** By the name of a field, the areas of section 6.3 that an order with it may be of; the first that is there counts. */
const AREAS_BY_FIELD: Readonly<Record<string, readonly string[]>> = {
	to_address: ['withdrawal'],
	esim_id: ['esim_topup'],
	iccid: ['esim_purchase', 'esim_topup'],
	plan_id: ['esim_purchase'],
	offer_id: ['esim_purchase', 'gift_purchase'],
	'<svc>_product_id': ['card_issue'],
	card_id: ['card_topup', 'card_freeze'],
};
const TOP_UP = /(?<![a-z])top[ _-]?ups?(?![a-z])/i;

/**
 * The kinds that an order of a free form may be of, by what is sent for it.
 *
 * @param name `op` of an order in a batch, of which the document does not show the values (section 4.8), or the path
 */
export function likelyAreas(
	fields: JsonObject,
	name: string,
	serviceCode: string,
): readonly string[] | undefined {
	if (TOP_UP.test(name)) return ['card_topup', 'esim_topup'];
	const isGiven = (field: string) => !isAbsent(fields[wireName(field, serviceCode)]);
	return AREAS_BY_FIELD[Object.keys(AREAS_BY_FIELD).find(isGiven) ?? ''];
}
