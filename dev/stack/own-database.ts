import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { databaseUrl } from './services.cjs';

/** A separate database on the server of DATABASE_URL. */
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

/** Creates an empty database. The caller drops it. @throws Error from the server of DATABASE_URL */
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
