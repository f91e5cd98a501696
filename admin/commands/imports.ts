import type { Group } from '../command.ts';
import { reconcile } from '../imports/reconcile.ts';
import { run, validate } from '../imports/validate-and-run.ts';

export const imports: Group = {
  name: 'import',
  about: 'Import of registers',
  heading: 'Moving in and out',
  commands: [],
  tools: [validate, run, reconcile],
};
