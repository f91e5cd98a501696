import type { Group } from '../command.ts';
import { rebuild } from '../search/rebuild.ts';

export const search: Group = {
  name: 'search',
  about: 'What the search of the registry starts from',
  heading: 'Oversight',
  commands: [],
  tools: [rebuild],
};
