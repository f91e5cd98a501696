import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, text } from '../command.ts';

export const reservedNames: Group = {
  name: 'reserved-names',
  about: 'Names that no new legal entity can take',
  heading: 'Codes and names',
  commands: [
    {
      name: 'list',
      about: 'List reserved names, newest first',
      method: 'GET',
      path: '/reserved_names',
      columns: [
        idColumn('Id', 'id'),
        column('Name', 'name'),
        column('Option', 'optionId'),
        column('Reason', 'reason'),
        dateColumn('Created', 'createdAt', true),
      ],
      example: 'reserved-names list',
    },
    {
      name: 'add',
      about: 'Reserve a name for all kinds of legal entities, or for one',
      method: 'POST',
      path: '/reserved_names',
      fields: [
        text('name', 'the name', { required: true }),
        text('optionId', 'kind of legal entity (default: all)', {
          value: 'option',
        }),
        text('reason', 'why the name is reserved'),
      ],
      example: 'reserved-names add --name "Central Bank" --reason "protected by law"',
    },
    {
      name: 'remove',
      about: 'Release a reserved name',
      method: 'DELETE',
      path: '/reserved_names/{id}',
      arguments: { id: 'id of the reserved name, from `reserved-names list`' },
      done: 'The name is released.',
      confirm: 'Anyone will be able to take the name immediately.',
      example: 'reserved-names remove 2b3c4d5e-6f70-4a81-9b92-a3b4c5d6e7f8 --yes',
    },
  ],
};
