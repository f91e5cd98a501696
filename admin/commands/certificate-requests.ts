import { type Group, text } from '../command.ts';

const id = 'b7d0a1c4-5e3f-4a60-9f5c-8f0f3c1d2e47';

export const certificateRequests: Group = {
  name: 'certificate-requests',
  about: 'Requests for Certificates of Good Standing',
  heading: 'Reviews and applications',
  commands: [
    {
      name: 'show',
      about: 'Show a request, with why it is reviewed and the code of an issued one',
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
      confirm: 'A cancelled request can not be opened again, and what was paid is not returned.',
      example: `certificate-requests cancel ${id} --reason "Asked for by mistake"`,
    },
  ],
};
