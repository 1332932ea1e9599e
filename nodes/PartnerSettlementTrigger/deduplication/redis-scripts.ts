/** Each script is one step for Redis, so that two processes never both win. */

/**
 * The keys of every script: the claim of one event; the node's runs that have begun, a hash of event to token; and
 * (`KEYS[3]`) the order in which they began, a list of events.
 */
const CLAIM = 'local claim, runs = KEYS[1], KEYS[2]';
/** The arguments that every script begins with: whose claim, and by which token. */
const FIRST_TWO = 'local event, token = ARGV[1], ARGV[2]';

/** What an event's claim holds once its run is stored; a token is a UUID. */
const ACKNOWLEDGED = 'acknowledged';

/** A node that has had no event for 90 days is forgotten: nobody tells Redis when one is deleted. */
const KEEP_SECONDS = 90 * 24 * 60 * 60;

/** ... event, token, lifetime of the claim in ms -> claimed | seen | open; asked again after a lost answer, the same */
export const CLAIM_SCRIPT = `
${CLAIM}
${FIRST_TWO}
if redis.call('HEXISTS', runs, event) == 1 then return 'seen' end
if redis.call('SET', claim, token, 'NX', 'PX', ARGV[3]) then return 'claimed' end
local holder = redis.call('GET', claim)
if holder == token then return 'claimed' end
if holder == '${ACKNOWLEDGED}' then return 'seen' end
return 'open'
`;

/** ... event, token, for how long in ms: the run is stored, if the claim is still this token's */
export const ACKNOWLEDGE_SCRIPT = `
${CLAIM}
${FIRST_TWO}
if redis.call('GET', claim) == token then redis.call('SET', claim, '${ACKNOWLEDGED}', 'PX', ARGV[3]) end
return 'done'
`;

/** ... event, token, capacity -> pass | stop: the run is about to apply the event */
export const MARK_SCRIPT = `
${CLAIM}
${FIRST_TWO}
local owner = redis.call('HGET', runs, event)
if owner == token then return 'pass' end
if owner then return 'stop' end
redis.call('HSET', runs, event, token)
redis.call('RPUSH', KEYS[3], event)
while redis.call('LLEN', KEYS[3]) > tonumber(ARGV[3]) do
	redis.call('HDEL', runs, redis.call('LPOP', KEYS[3]))
end
redis.call('EXPIRE', runs, ${KEEP_SECONDS})
redis.call('EXPIRE', KEYS[3], ${KEEP_SECONDS})
redis.call('DEL', claim)
return 'pass'
`;

/** ... event, token: there is no run */
export const RELEASE_SCRIPT = `
${CLAIM}
${FIRST_TWO}
if redis.call('GET', claim) == token then redis.call('DEL', claim) end
return 'done'
`;
