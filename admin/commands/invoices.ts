import type { Group } from '../command.ts';

const id = '9c1f7b0e-4d7a-4f51-8f0e-6a0f0f6b7c21';

export const invoices: Group = {
  name: 'invoices',
  about: 'Invoices for applications and requests',
  heading: 'Reviews and applications',
  commands: [
    {
      name: 'show',
      about: 'Show an invoice',
      method: 'GET',
      path: '/invoices/{id}',
      example: `invoices show ${id}`,
    },
    {
      name: 'void',
      about: 'Void an open invoice',
      method: 'POST',
      path: '/invoices/{id}/void',
      confirm: 'Nobody can pay a void invoice, and it can not be opened again.',
      example: `invoices void ${id}`,
    },
  ],
};
