/** Where Postgres and Redis are; the standard local ports by default. */
export const databaseUrl: string;
export const redisUrl: string;
/** The names of the services that do not respond. */
export function missingServices(): Promise<string[]>;
