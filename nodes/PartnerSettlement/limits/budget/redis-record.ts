import { redisConnection } from '../../../redis';
import {
	KEPT_MS,
	LEASE_MS,
	type Counted,
	type Snapshot,
	type SpendingRecord,
	type Taken,
} from './spending-record';

/**
 * One step, by Redis' own clock. KEYS: the orders, each as JSON; the time of each, or the end of its lease if that is later;
 * the record's `since` and `now`. ARGV: what to do, as JSON.
 */
const SCRIPT = `
local ask, time = cjson.decode(ARGV[1]), redis.call('TIME')
local last = tonumber(redis.call('HGET', KEYS[3], 'now') or 0)
local now = math.max(time[1] * 1000 + math.floor(time[2] / 1000), last)
local isNew = redis.call('HSETNX', KEYS[3], 'since', now)
local since = tonumber(redis.call('HGET', KEYS[3], 'since'))
redis.call('HSET', KEYS[3], 'now', now)

-- cjson and tostring write no more than 14 digits.
local function text(number)
	return string.format('%.0f', number)
end
local function load(key, by)
	local row = redis.call('HGET', KEYS[1], key)
	if not row then return { kind = '', at = now, cost = 0, room = 0, lease = 0, by = by } end
	row = cjson.decode(row)
	row.cost, row.room = tonumber(row.cost), tonumber(row.room)
	return row
end
local function save(key, row)
	if row.cost == 0 and row.lease <= now then
		redis.call('HDEL', KEYS[1], key)
		redis.call('ZREM', KEYS[2], key)
		return
	end
	local kept = { kind = row.kind, at = row.at, cost = text(row.cost), room = text(row.room), lease = row.lease, by = row.by }
	redis.call('HSET', KEYS[1], key, cjson.encode(kept))
	redis.call('ZADD', KEYS[2], math.max(row.at, row.lease), key)
end
local function countOf(row)
	return row.lease > now and math.max(row.cost, row.room) or row.cost
end
local function sum(from)
	local total = 0
	for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. from, '+inf')) do
		local row = load(key)
		if row.at > from or row.lease > now then total = total + countOf(row) end
	end
	return total
end

for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now - ask.kept)) do
	save(key, { cost = 0, lease = 0 })
end

if ask.wanted then
	local before, rows, rooms = {}, {}, {}
	for _, one in ipairs(ask.wanted) do
		local row = load(one.key)
		if row.lease > now and row.by ~= one.by then
			return cjson.encode({ isBusy = true, before = {}, rooms = {}, isNew = isNew == 1, now = now })
		end
	end
	for index, one in ipairs(ask.wanted) do
		rows[index] = load(one.key)
		local row = load(one.key)
		before[index] = text(row.cost)
		row.kind, row.lease, row.by = one.kind, now + ask.lease, one.by
		row.room = one.isGuess and row.cost + one.cost or math.max(row.cost, one.cost)
		rooms[index] = text(row.room)
		save(one.key, row)
	end
	local full
	for index, window in ipairs(ask.windows) do
		local from = window.from or now - window.length
		if not full and sum(from) > window.max then full = index - 1 end
	end
	for index, one in ipairs(full and ask.wanted or {}) do save(one.key, rows[index]) end
	return cjson.encode({ full = full, before = before, rooms = rooms, isNew = isNew == 1, now = now })
end

local areAlive = true
for _, key in ipairs(ask.keys or {}) do
	local row = load(key)
	local isAlive = row.by == ask.by and row.lease > now
	local lease = now + ask.lease
	if row.by == ask.by and (row.room == 0 or ask.isSent and isAlive) then
		row.cost, row.room, row.at = math.max(row.cost, row.room), 0, lease
	end
	if isAlive then row.lease = lease else areAlive = false end
	if row.by == ask.by then save(key, row) end
end

for _, one in ipairs(ask.ends or {}) do
	local row = load(one.key, one.by)
	if row.by == one.by or not one.by and row.lease <= now then
		if one.placedIn then row.at = now + one.placedIn elseif row.cost == 0 then row.at = math.min(one.placedAt or since, now) end
		row.cost = one.by and one.cost or math.max(row.cost, one.cost)
		row.kind, row.room, row.lease, row.by = one.kind, 0, 0, nil
		save(one.key, row)
	end
end

if not ask.isRead then return tostring(areAlive) end
local orders = {}
for _, key in ipairs(redis.call('HKEYS', KEYS[1])) do
	local row = load(key)
	local order = { key = key, kind = row.kind, at = row.at, cost = text(countOf(row)), isUnderWay = row.lease > now }
	orders[#orders + 1] = order
end
return cjson.encode({ since = since, now = now, orders = orders })`;

const PARTS = ['orders', 'times', 'clock'];

/** A record in the credential's Redis, for all processes of n8n. */
export function redisRecord(url: string, account: string): SpendingRecord {
	const keys = PARTS.map((name) => `partner-settlement:{budget ${account}}:${name}`);
	const run = async <T>(ask: object): Promise<T> => {
		const given = JSON.stringify({ ...ask, kept: KEPT_MS, lease: LEASE_MS });
		const said = await redisConnection(url).eval(SCRIPT, keys.length, ...keys, given);
		return JSON.parse(said as string) as T;
	};
	return {
		reserve: async (wanted, windows) => {
			const { before, rooms, ...taken } = await run<Taken>({ wanted, windows });
			return { ...taken, before: numbersIn(before), rooms: numbersIn(rooms) };
		},
		renew: async (sent, by, isSent) => await run({ keys: sent, by, isSent }),
		settle: async (ends) => await run({ ends }),
		read: async () => {
			const { orders, ...clock } = await run<Written>({ isRead: true });
			// Lua writes an empty list as an object.
			const counted = Object.values(orders);
			return { ...clock, orders: counted.map((one) => ({ ...one, cost: Number(one.cost) })) };
		},
	};
}

/** A record as the script returns it: costs are texts. */
interface Written extends Omit<Snapshot, 'orders'> {
	orders: (Omit<Counted, 'cost'> & { cost: string })[];
}

/** Numbers as the script writes them: as texts, and in an object if there are none. */
function numbersIn(list: object): number[] {
	return Object.values(list).map(Number);
}
