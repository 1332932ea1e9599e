/**
 * Keys: the claim of one event, the node's runs (event to token), their order. Each script is one step for Redis, so
 * that two processes never both win.
 */
const CLAIM = 'local claim, runs = KEYS[1], KEYS[2]';
const FIRST_TWO = 'local event, token = ARGV[1], ARGV[2]';

/** A node that has had no event for 90 days is forgotten: nobody tells Redis when one is deleted. */
const KEEP_SECONDS = 90 * 24 * 60 * 60;

/** ... event, token, lifetime of the claim in ms -> claimed | seen | open; asked again after a lost answer, the same */
export const CLAIM_SCRIPT = `
${CLAIM}
${FIRST_TWO}
if redis.call('HEXISTS', runs, event) == 1 then return 'seen' end
if redis.call('SET', claim, token, 'NX', 'PX', ARGV[3]) then return 'claimed' end
if redis.call('GET', claim) == token then return 'claimed' end
return 'open'
`;

const RECORD = `
local function record(capacity)
	redis.call('HSET', runs, event, token)
	redis.call('RPUSH', KEYS[3], event)
	while redis.call('LLEN', KEYS[3]) > tonumber(capacity) do
		redis.call('HDEL', runs, redis.call('LPOP', KEYS[3]))
	end
	redis.call('EXPIRE', runs, ${KEEP_SECONDS})
	redis.call('EXPIRE', KEYS[3], ${KEEP_SECONDS})
	redis.call('DEL', claim)
end
`;

/** ... event, token, capacity: the run is stored, if the claim is still this token's */
export const CONFIRM_SCRIPT = `
${CLAIM}
${FIRST_TWO}
${RECORD}
if redis.call('GET', claim) == token then record(ARGV[3]) end
return 'done'
`;

/** ... event, token, capacity -> pass | stop: the run is about to apply the event */
export const MARK_SCRIPT = `
${CLAIM}
${FIRST_TWO}
${RECORD}
local owner = redis.call('HGET', runs, event)
if not owner then record(ARGV[3]) end
if not owner or owner == token then return 'pass' end
return 'stop'
`;

/** ... event, token: there is no run */
export const RELEASE_SCRIPT = `
${CLAIM}
${FIRST_TWO}
if redis.call('GET', claim) == token then redis.call('DEL', claim) end
return 'done'
`;
