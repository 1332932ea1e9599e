import { SaveTurns } from '../../../nodes/PartnerSettlementTrigger/deduplication/save-turns';

/** Deliveries that are under way together, and which of them are to save. */
class Deliveries {
	private readonly turns = new SaveTurns();
	readonly saved: number[] = [];

	begin(...deliveries: number[]): void {
		for (const one of deliveries) this.turns.begin(String(one), () => this.saved.push(one));
	}

	end(...deliveries: number[]): void {
		for (const one of deliveries) this.turns.end(String(one));
	}
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test('of one after the other, each saves', () => {
	const deliveries = new Deliveries();
	for (const one of upTo(3)) {
		deliveries.begin(one);
		deliveries.end(one);
	}
	expect(deliveries.saved).toEqual([1, 2, 3]);
});

test('of many at once, the first and the last few save', () => {
	const deliveries = new Deliveries();
	deliveries.begin(...upTo(10));
	expect(deliveries.saved).toEqual([1, 2, 3]);
	deliveries.end(...upTo(6));
	expect(deliveries.saved).toEqual([1, 2, 3]);
	deliveries.end(7);
	expect(deliveries.saved).toEqual([1, 2, 3, 8, 9, 10]);
	deliveries.end(8, 9, 10);
	expect(deliveries.saved).toEqual([1, 2, 3, 8, 9, 10]);
});

test('those that have had their answer do not save any more', () => {
	const deliveries = new Deliveries();
	deliveries.begin(...upTo(5));
	deliveries.end(4, 5);
	expect(deliveries.saved).toEqual([1, 2, 3]);
});

test('in a flood that does not end, one in fifty saves', () => {
	const deliveries = new Deliveries();
	deliveries.begin(...upTo(10));
	for (const one of upTo(200)) {
		deliveries.begin(one + 10);
		deliveries.end(one);
	}
	expect(deliveries.saved).toEqual([1, 2, 3, 53, 103, 153, 203]);
});
