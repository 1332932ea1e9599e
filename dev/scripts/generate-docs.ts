import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { ROWS } from '../../nodes/PartnerSettlement/orders/decide';
import { assumptionsPage } from './docs/assumptions';
import { errorReference } from './docs/error-reference';
import { withMagicValues } from './docs/magic-values';
import { withCallsTable, withDecisionTable, withOperationsTable } from './docs/marked-tables';
import { operationsReference } from './docs/operations-reference';

const DOCS = path.resolve(__dirname, '../../docs');
const API = path.join(DOCS, 'api.md');
const GUARANTEES = path.join(DOCS, 'guarantees.md');
const README = path.resolve(__dirname, '../../README.md');
const SANDBOX_README = path.resolve(__dirname, '../sandbox/README.md');

// npm run docs: writes the documentation that is generated from the code and kept in the repository.
writeFileSync(path.join(DOCS, 'operations.md'), operationsReference(OPERATIONS));
writeFileSync(path.join(DOCS, 'assumptions.md'), assumptionsPage());
writeFileSync(path.join(DOCS, 'errors.md'), errorReference());
writeFileSync(API, withCallsTable(readFileSync(API, 'utf8'), OPERATIONS));
writeFileSync(GUARANTEES, withDecisionTable(readFileSync(GUARANTEES, 'utf8'), ROWS));
writeFileSync(README, withOperationsTable(readFileSync(README, 'utf8'), OPERATIONS));
writeFileSync(SANDBOX_README, withMagicValues(readFileSync(SANDBOX_README, 'utf8')));
