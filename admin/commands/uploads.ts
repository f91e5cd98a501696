import { scanStatuses } from '../../shared/documents/domain/upload-scan.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, text } from '../command.ts';
import { createdDays } from '../created-days.ts';

export const uploads: Group = {
  name: 'uploads',
  about: 'Uploaded files that are checked for malware',
  heading: 'Legal entities',
  commands: [
    {
      name: 'list',
      about: 'List uploads that are checked for malware, newest first',
      method: 'GET',
      path: '/uploads',
      filters: [
        text('status', 'result of the check', { value: 'status', choices: scanStatuses }),
        ...createdDays,
      ],
      columns: [
        idColumn('Id', 'id'),
        column('Kind', 'kind'),
        column('Status', 'status'),
        column('Person', 'personId', { whole: true, spare: true }),
        column('Application', 'applicationId', { whole: true, spare: true }),
        column('Review', 'reviewId', { whole: true, spare: true }),
        dateColumn('Uploaded', 'createdAt'),
        dateColumn('Checked', 'decidedAt'),
      ],
      example: 'uploads list --status pending',
    },
  ],
};
