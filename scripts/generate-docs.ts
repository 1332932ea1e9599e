import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { OPERATIONS } from '../nodes/PartnerSettlement/operations';
import { errorReference } from './docs/error-reference';
import { operationsReference } from './docs/operations-reference';

const DOCS = path.resolve(__dirname, '../docs');

// npm run docs: what is generated from the code and kept in the repository.
writeFileSync(path.join(DOCS, 'operations.md'), operationsReference(OPERATIONS));
writeFileSync(path.join(DOCS, 'errors.md'), errorReference());
