import { certificateStatuses } from '../../shared/certificates/domain/certificate.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { type Group, text } from '../command.ts';
import { createdDays } from '../created-days.ts';

const id = 'b7d0a1c4-5e3f-4a60-9f5c-8f0f3c1d2e47';

export const certificateRequests: Group = {
  name: 'certificate-requests',
  about: 'Requests for Certificates of Good Standing',
  item: 'certificate request',
  heading: 'Reviews and applications',
  commands: [
    {
      name: 'list',
      about: 'List requests, newest first',
      method: 'GET',
      path: '/certificate_requests',
      filters: [
        text('legalEntityId', 'only those of this legal entity', { value: 'id' }),
        text('status', 'only requests with this status', { choices: certificateStatuses }),
        ...createdDays,
      ],
      columns: [
        idColumn('Id', 'id'),
        column('Status', 'statusId'),
        idColumn('Entity', 'legalEntityId'),
        column('Reviewed for', 'referredFor', { spare: true }),
        dateColumn('Issued', 'issuedAt', true),
        dateColumn('Created', 'createdAt'),
      ],
      example: 'certificate-requests list --status Issued',
    },
    {
      name: 'show',
      about: 'Show a request: why it is reviewed, and the code of an issued certificate',
      method: 'GET',
      path: '/certificate_requests/{id}',
      example: `certificate-requests show ${id}`,
    },
    {
      name: 'cancel',
      about: 'Cancel an open request, and void its invoice unless it is paid',
      method: 'POST',
      path: '/certificate_requests/{id}/cancel',
      fields: [text('reason', 'note for the record', { clearable: true })],
      confirm: "You can't undo this. A paid fee is not refunded.",
      example: `certificate-requests cancel ${id} --reason "Asked for by mistake"`,
    },
  ],
};
