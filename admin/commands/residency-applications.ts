import {
  residencyApplicationStatuses,
  verificationOutcomes,
} from '../../shared/residency/domain/residency-application-state.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, integer, text } from '../command.ts';
import { createdDays } from '../created-days.ts';

const id = 'c1a5e0d2-3b7f-4f64-9a38-6e5d2c1b0f97';

export const residencyApplications: Group = {
  name: 'residency-applications',
  about: 'Residency applications of partners',
  item: 'application',
  heading: 'Reviews and applications',
  commands: [
    {
      name: 'list',
      about: 'List applications, newest first',
      method: 'GET',
      path: '/residency_applications',
      filters: [
        text('integrationId', 'only those of this integration', { value: 'id' }),
        text('status', 'only applications with this status', {
          choices: residencyApplicationStatuses,
        }),
        ...createdDays,
      ],
      columns: [
        idColumn('Id', 'id'),
        column('Status', 'statusId'),
        column('Type', 'residencyType', { spare: true }),
        column('Name', ({ givenName, surname }) => `${givenName} ${surname}`.trim()),
        idColumn('Integration', 'integrationId'),
        dateColumn('Created', 'createdAt'),
      ],
      example: 'residency-applications list --status "Pending Review"',
    },
    {
      name: 'show',
      about: 'Show an application with its proof of address, payment and verification',
      method: 'GET',
      path: '/residency_applications/{id}',
      example: `residency-applications show ${id}`,
    },
    {
      name: 'verify',
      about: "Record the result of an applicant's identity verification",
      method: 'POST',
      path: '/residency_applications/{id}/verification',
      fields: [
        text('status', 'outcome', { choices: verificationOutcomes, required: true }),
        integer(
          'expectedVersion',
          'version that you checked; refused if the application has changed since',
        ),
      ],
      example: `residency-applications verify ${id} --status approved`,
    },
  ],
};
