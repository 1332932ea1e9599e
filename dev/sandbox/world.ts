import { dialectOf } from './dialects';
import type { Dialect } from './dialects/dialect';
import { Faults } from './http/faults';
import { Stats } from './http/stats';
import { configSchema, type Logger, type SandboxConfig, type SandboxOptions } from './options';
import { Cards } from './state/cards';
import { Clock } from './state/clock';
import { Esims } from './state/esims';
import { ExtIds } from './state/ext-ids';
import { Gifts } from './state/gifts';
import { KytChecks } from './state/kyt';
import { Ledger } from './state/ledger';
import { Orders } from './state/orders';
import { Partners } from './state/partners';
import { Tokens } from './state/tokens';
import { Webhooks } from './state/webhooks';

/** Everything the sandbox holds, in memory. */
export interface World {
	readonly config: SandboxConfig;
	serviceCode: string;
	/** Can change while the sandbox runs. Routes and records follow it. */
	dialect: Dialect;
	/** What a reset goes back to. */
	startedWith: { config: SandboxConfig; dialect: Dialect };
	log: Logger;
	clock: Clock;
	partners: Partners;
	tokens: Tokens;
	/** The jti of every assertion that was exchanged. */
	usedAssertions: Set<string>;
	ledger: Ledger;
	webhooks: Webhooks;
	orders: Orders;
	kyt: KytChecks;
	cards: Cards;
	esims: Esims;
	gifts: Gifts;
	faults: Faults;
	stats: Stats;
}

type State = Pick<
	World,
	'ledger' | 'webhooks' | 'orders' | 'kyt' | 'cards' | 'esims' | 'gifts' | 'faults'
>;

/** A new state around this ledger, without orders, screenings, goods, deliveries or faults. */
function emptyState(world: Omit<World, keyof State>, ledger: Ledger): State {
	const { config, clock, serviceCode, log } = world;
	const dialect = (): Dialect => world.dialect;
	const extIds = new ExtIds();
	const webhooks = new Webhooks(config, clock, serviceCode, log);
	return {
		ledger,
		webhooks,
		orders: new Orders(config, clock, extIds, webhooks, dialect),
		kyt: new KytChecks(config, clock, ledger, extIds, dialect),
		cards: new Cards(clock),
		esims: new Esims(clock),
		gifts: new Gifts(clock),
		faults: new Faults(),
	};
}

/** A new world without partners. @throws ZodError for invalid options */
export async function createWorld(options: SandboxOptions): Promise<World> {
	const config = configSchema.parse(options);
	const { serviceCode = 'svc', logger: log = () => undefined } = options;
	const dialect = dialectOf(options.dialect ?? 'as-shown');
	const clock = new Clock(config);
	const world = {
		config,
		serviceCode,
		dialect,
		startedWith: { config: { ...config }, dialect },
		log,
		clock,
		partners: new Partners(),
		tokens: await Tokens.create(config, clock),
		usedAssertions: new Set<string>(),
		stats: new Stats(),
	};
	return Object.assign(world, emptyState(world, new Ledger(clock)));
}

/** Puts everything back to the start. Partners keep their keys, tokens, secrets and callback URLs. */
export function resetWorld(world: World): void {
	world.orders.close();
	void world.webhooks.close();
	Object.assign(world.config, world.startedWith.config);
	world.dialect = world.startedWith.dialect;
	Object.assign(world, emptyState(world, world.ledger.reopened()));
	for (const partner of world.partners.all()) partner.blocked = false;
	world.stats.reset();
}

/** The times that a record may have. */
interface Dated {
	at?: Date;
	createdAt?: Date;
	updatedAt?: Date;
	completedAt?: Date;
}

/** Moves all records into the past; tokens keep real time. */
export function ageWorld(world: World, milliseconds: number): void {
	const { orders, kyt, cards, esims, gifts, stats, webhooks } = world;
	const records: Dated[] = [
		...[...orders.all, ...kyt.all(), ...cards.all(), ...esims.all(), ...gifts.all()],
		...[...stats.requests, ...webhooks.deliveries],
	];
	for (const record of records) {
		for (const field of ['at', 'createdAt', 'updatedAt', 'completedAt'] as const) {
			const date = record[field];
			if (date) record[field] = new Date(date.getTime() - milliseconds);
		}
	}
	world.ledger.age(milliseconds);
}
