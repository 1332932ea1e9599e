import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { databaseUrl } from './services.cjs';

/** A database of one's own on the server of DATABASE_URL. */
export interface OwnDatabase {
	/** n8n's settings to use it. */
	env: NodeJS.ProcessEnv;
	drop: () => Promise<void>;
}

async function run(statement: string): Promise<void> {
	const client = new Client({ connectionString: databaseUrl });
	await client.connect();
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}

/** A new, empty database; whoever asks for it drops it. @throws what the server of DATABASE_URL says */
export async function createDatabase(): Promise<OwnDatabase> {
	const name = `n8n_own_${randomUUID().replaceAll('-', '')}`;
	await run(`CREATE DATABASE ${name}`);
	const { hostname, port, username, password } = new URL(databaseUrl);
	return {
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: hostname,
			DB_POSTGRESDB_PORT: port || '5432',
			DB_POSTGRESDB_USER: decodeURIComponent(username),
			DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
			DB_POSTGRESDB_DATABASE: name,
		},
		drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`),
	};
}
