import type { Group } from '../command.ts';
import { replay } from '../evidence/replay.ts';
import { documents } from '../restore/documents.ts';

export const restore: Group = {
  name: 'restore',
  about: 'Repairs after a restore of the table or a loss of documents',
  heading: 'Oversight',
  commands: [],
  tools: [replay, documents],
};
