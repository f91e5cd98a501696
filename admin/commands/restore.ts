import type { Group } from '../command.ts';
import { replay } from '../evidence/replay.ts';

export const restore: Group = {
  name: 'restore',
  about: 'After a restore of the table',
  heading: 'Oversight',
  commands: [],
  tools: [replay],
};
