import { writeFileSync } from 'node:fs';
import { exportSchema } from '../admin/export/export-schema.ts';

/** `npm run generate`: writes docs/export-schema.json from the schemas that read exports. */
const file = new URL('../docs/export-schema.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(exportSchema(), null, 2)}\n`);
