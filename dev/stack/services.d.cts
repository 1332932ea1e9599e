/** Where Postgres and Redis are; the standard local ports by default. */
export const databaseUrl: string;
export const redisUrl: string;
/** The names of those that do not answer. */
export function missingServices(): Promise<string[]>;
