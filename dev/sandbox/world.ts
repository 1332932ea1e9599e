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
	config: SandboxConfig;
	serviceCode: string;
	dialect: Dialect;
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

/** A new world without partners. @throws ZodError for options that make no sense */
export async function createWorld(options: SandboxOptions): Promise<World> {
	const config = configSchema.parse(options);
	const { serviceCode = 'svc', logger: log = () => undefined } = options;
	const dialect = dialectOf(options.dialect ?? 'as-shown');
	const clock = new Clock(config);
	const ledger = new Ledger(clock);
	const extIds = new ExtIds();
	const webhooks = new Webhooks(config, clock, serviceCode, log);
	return {
		config,
		serviceCode,
		dialect,
		log,
		clock,
		partners: new Partners(),
		tokens: await Tokens.create(config, clock),
		usedAssertions: new Set(),
		ledger,
		webhooks,
		orders: new Orders(config, clock, extIds, webhooks, dialect),
		kyt: new KytChecks(config, clock, ledger, extIds, dialect),
		cards: new Cards(clock),
		esims: new Esims(clock),
		gifts: new Gifts(clock),
		faults: new Faults(),
		stats: new Stats(),
	};
}
