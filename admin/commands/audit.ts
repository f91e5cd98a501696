import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, text } from '../command.ts';
import { copy } from '../evidence/copy.ts';
import { verify } from '../evidence/verify.ts';
import { namedValues } from '../named-values.ts';

export const audit: Group = {
  name: 'audit',
  about: 'The audit trail',
  heading: 'Oversight',
  tools: [verify, copy],
  commands: [
    {
      name: 'list',
      about: 'List actions with their actors, newest first',
      method: 'GET',
      path: '/audit',
      filters: [
        text('subjectId', 'id of the resource that the action changed', { value: 'id' }),
        text('actorId', 'who acted: id of a key, an IAM principal or a person', { value: 'id' }),
        text('action', 'name of the action, such as person.deactivated', { value: 'action' }),
      ],
      columns: [
        dateColumn('At', 'at'),
        column('Action', 'action'),
        idColumn('Subject', 'subject.id'),
        column('Done', ({ outcome }) => outcome === 'success'),
        column('Actor', ({ actor }) => actorOf(actor), { whole: true }),
        column('Details', ({ details }) => namedValues(details), { spare: true }),
        column('Reason', 'reason', { spare: true }),
      ],
      named: ['details'],
      example: 'audit list --action person.deactivated',
    },
  ],
};

/** The id of an actor, or the kind of an actor without an id, such as the service itself. */
function actorOf(actor: unknown): unknown {
  if (typeof actor !== 'object' || actor === null) return null;
  return ('id' in actor && actor.id) || ('kind' in actor ? actor.kind : null);
}
