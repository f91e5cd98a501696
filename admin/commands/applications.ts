import { applicationStatuses } from '../../shared/incorporation/domain/application.ts';
import { llcExtensions } from '../../shared/kernel/contracts/legal-ending.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, text } from '../command.ts';
import { createdDays } from '../created-days.ts';

const id = '4a7d1f0c-8e2b-4c39-9c55-2f6b7d1e0a34';

export const applications: Group = {
  name: 'applications',
  about: 'Applications for the incorporation of an LLC',
  item: 'application',
  heading: 'Reviews and applications',
  commands: [
    {
      name: 'list',
      about: 'List applications, newest first',
      method: 'GET',
      path: '/legal_entity_applications',
      filters: [
        text('personId', 'only those of this person', { value: 'id' }),
        text('status', 'only applications with this status', { choices: applicationStatuses }),
        ...createdDays,
      ],
      columns: [
        idColumn('Id', 'id'),
        column('Status', 'statusId'),
        column('Name', ({ name, extension }) => `${name} ${extension}`),
        idColumn('Person', 'personId'),
        dateColumn('Submitted', 'submittedAt', true),
        dateColumn('Created', 'createdAt'),
      ],
      example: 'applications list --status "Pending Review"',
    },
    {
      name: 'show',
      about: 'Show an application with its invoice',
      method: 'GET',
      path: '/legal_entity_applications/{id}',
      example: `applications show ${id}`,
    },
    {
      name: 'record',
      about: 'Record an application that arrived outside the API',
      method: 'POST',
      path: '/legal_entity_applications',
      fields: [
        text('personId', 'id of the applicant', { value: 'id', required: true }),
        {
          name: 'applicationData',
          kind: 'json',
          about: 'the application, in the format of the API',
          value: 'json',
          required: true,
        },
      ],
      example: 'applications record --body application.json',
    },
    {
      name: 'rename',
      about: "Change a draft's name, for example because another entity took the name",
      method: 'PATCH',
      path: '/legal_entity_applications/{id}',
      fields: [
        text('name', 'name without extension'),
        text('extension', 'such as LLC', { choices: llcExtensions }),
      ],
      example: `applications rename ${id} --name "Acme Trading"`,
    },
    {
      name: 'submit',
      about: 'Submit a paid and signed draft',
      method: 'POST',
      path: '/legal_entity_applications/{id}/submit',
      example: `applications submit ${id}`,
    },
  ],
};
