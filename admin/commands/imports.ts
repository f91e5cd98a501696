import type { Group } from '../command.ts';
import { reconcile } from '../imports/reconcile.ts';
import { run, validate } from '../imports/validate-and-run.ts';

export const imports: Group = {
  name: 'import',
  about: 'Import of registers',
  heading: 'Import and export',
  commands: [],
  tools: [validate, run, reconcile],
};
