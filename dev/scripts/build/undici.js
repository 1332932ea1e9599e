/**
 * The parts of undici that the client uses. All of undici would be 40 % of the bundle, and would set a dispatcher for n8n's
 * own calls.
 */
const Dispatcher = require('undici/lib/dispatcher/dispatcher');

Object.assign(Dispatcher.prototype, require('undici/lib/api'));

module.exports = {
	Pool: require('undici/lib/dispatcher/pool'),
	EnvHttpProxyAgent: require('undici/lib/dispatcher/env-http-proxy-agent'),
};
