import { setTimeout as sleep } from 'node:timers/promises';

import { InputError } from '../../../../partner-api';
import { MemoryRecord, type Row } from './memory-record';

/** The parts of `node:sqlite` that are used; Node 20 does not have it. */
interface Database {
	/** Absent before Node.js 22.16. */
	isTransaction?: boolean;
	exec: (sql: string) => void;
	close: () => void;
	prepare: (sql: string) => { all: (...values: (string | number)[]) => Record<string, unknown>[] };
}

/** How long another process may lock the file. SQLite's own timeout would block n8n meanwhile. */
const LOCKED_MS = 2_000;
const BETWEEN_MS = 10;

const SCHEMA = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS account (account TEXT PRIMARY KEY, since INTEGER, now INTEGER);
CREATE TABLE IF NOT EXISTS spent (account TEXT, key TEXT, data TEXT, PRIMARY KEY (account, key)) WITHOUT ROWID`;

const databases = new Map<string, Database>();

type DatabaseClass = new (file: string) => Database;

/** SQLite, if this Node.js has it. */
export function sqlite(): DatabaseClass | undefined {
	const loaded = process.getBuiltinModule('node:sqlite') as Record<string, unknown> | undefined;
	return loaded?.DatabaseSync as DatabaseClass | undefined;
}

/** A record in a file, for all processes of this machine. Each step is on the disk when it is done. */
export class SqliteRecord extends MemoryRecord {
	private readonly changed = new Set<string>();
	/** Changes when another process has written. */
	private version?: unknown;

	constructor(
		private readonly account: string,
		private readonly file: string,
	) {
		super();
	}

	protected override async step<T>(work: () => T): Promise<T> {
		const database = await begun(this.file);
		// No `await` from here on: all runs share the connection.
		let isDone = false;
		try {
			this.load(database);
			const result = this.timed(work);
			this.save(database);
			database.exec('COMMIT');
			isDone = true;
			return result;
		} finally {
			this.changed.clear();
			if (!isDone) this.version = undefined;
			// SQLite may have rolled back by itself, for example because of a full disk.
			if (!isDone && database.isTransaction !== false) database.exec('ROLLBACK');
		}
	}

	protected override put(key: string, row: Row | undefined): void {
		super.put(key, row);
		this.changed.add(key);
	}

	private load(database: Database): void {
		const [{ data_version: version } = {}] = database.prepare('PRAGMA data_version').all();
		if (version === this.version) return;
		this.version = version;
		const [clock] = database.prepare('SELECT * FROM account WHERE account = ?').all(this.account);
		({ since: this.since, now: this.now } = { since: 0, now: 0, ...clock });
		const rows = database
			.prepare('SELECT key, data FROM spent WHERE account = ?')
			.all(this.account);
		const kept = rows as { key: string; data: string }[];
		this.rows = new Map(kept.map(({ key, data }) => [key, JSON.parse(data) as Row]));
	}

	private save(database: Database): void {
		const { account, since, now } = this;
		database.prepare('INSERT OR REPLACE INTO account VALUES (?, ?, ?)').all(account, since, now);
		const insert = database.prepare('INSERT OR REPLACE INTO spent VALUES (?, ?, ?)');
		const remove = database.prepare('DELETE FROM spent WHERE account = ? AND key = ?');
		for (const key of this.changed) {
			const row = this.rows.get(key);
			if (row) insert.all(account, key, JSON.stringify(row));
			else remove.all(account, key);
		}
	}
}

/** The process's one connection to a file. @throws Error if it can't be opened, or is not a database */
function databaseOf(file: string): Database {
	const known = databases.get(file);
	if (known) return known;
	const DatabaseSync = sqlite();
	if (!DatabaseSync) throw new InputError('This Node.js has no SQLite');
	const database = new DatabaseSync(file);
	try {
		database.exec(SCHEMA);
		databases.set(file, database);
	} finally {
		if (!databases.has(file)) database.close();
	}
	return database;
}

/**
 * Begins a step. Another process may lock the file for a while, even while it is opened for the first time.
 *
 * @returns the database of the file
 * @throws Error if the file is damaged, or another process keeps it locked
 */
async function begun(file: string): Promise<Database> {
	for (const end = performance.now() + LOCKED_MS; performance.now() < end;) {
		try {
			return begin(file);
		} catch {
			// An error that is not a lock occurs again in the last attempt.
			await sleep(BETWEEN_MS);
		}
	}
	return begin(file);
}

function begin(file: string): Database {
	const database = databaseOf(file);
	database.exec('BEGIN IMMEDIATE');
	return database;
}
