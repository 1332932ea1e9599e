import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { OPERATIONS } from '../nodes/PartnerSettlement/operations';
import { operationsReference } from './docs/operations-reference';

// npm run docs: what is generated from the catalog and kept in the repository.
writeFileSync(path.resolve(__dirname, '../docs/operations.md'), operationsReference(OPERATIONS));
