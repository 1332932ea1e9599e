const base = require('../n8n/jest.config.cjs');

/** A small set, in the n8n whose manifests stand in N8N_MANIFESTS: run.mjs runs it in one after the other. */
module.exports = { ...base, roots: ['<rootDir>/test/versions'] };
