export const databaseUrl: string;
export const redisUrl: string;
export function missingServices(): Promise<string[]>;
