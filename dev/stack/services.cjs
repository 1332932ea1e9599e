const net = require('node:net');
const process = require('node:process');

const CONNECT_TIMEOUT_MS = 3_000;
const STANDARD_PORTS = { 'redis:': 6379, 'rediss:': 6379, 'postgresql:': 5432, 'postgres:': 5432 };

/** Where Postgres and Redis are; the standard local ports by default. */
const databaseUrl = process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const redisUrl = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';

function answers(url) {
	const { hostname, port, protocol } = new URL(url);
	return new Promise((resolve) => {
		const socket = net.connect(Number(port || STANDARD_PORTS[protocol]), hostname);
		const end = (isThere) => {
			socket.destroy();
			resolve(isThere);
		};
		socket.setTimeout(CONNECT_TIMEOUT_MS, () => end(false));
		socket.once('connect', () => end(true));
		socket.once('error', () => end(false));
	});
}

/** The names of the services that do not respond. */
async function missingServices() {
	const missing = [];
	if (!(await answers(databaseUrl))) missing.push('Postgres (DATABASE_URL)');
	if (!(await answers(redisUrl))) missing.push('Redis (REDIS_URL)');
	return missing;
}

module.exports = { databaseUrl, redisUrl, missingServices };
