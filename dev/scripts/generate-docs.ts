import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { errorReference } from './docs/error-reference';
import { withMagicValues } from './docs/magic-values';
import { operationsReference } from './docs/operations-reference';
import { withOperationsTable } from './docs/readme-operations';

const DOCS = path.resolve(__dirname, '../../docs');
const README = path.resolve(__dirname, '../../README.md');
const SANDBOX_README = path.resolve(__dirname, '../sandbox/README.md');

// npm run docs: what is generated from the code and kept in the repository.
writeFileSync(path.join(DOCS, 'operations.md'), operationsReference(OPERATIONS));
writeFileSync(path.join(DOCS, 'errors.md'), errorReference());
writeFileSync(README, withOperationsTable(readFileSync(README, 'utf8'), OPERATIONS));
writeFileSync(SANDBOX_README, withMagicValues(readFileSync(SANDBOX_README, 'utf8')));
