// n8n loads the files named under "n8n" in package.json; this is the same module for everyone else.
module.exports = require('./dist/package.js');
