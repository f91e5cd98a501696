import type { Group } from '../command.ts';
import { rebuild } from '../search/rebuild.ts';

export const search: Group = {
  name: 'search',
  about: 'The snapshot that searches start from',
  heading: 'Oversight',
  commands: [],
  tools: [rebuild],
};
