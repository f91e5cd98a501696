import { acceptableAgreements } from '../../shared/access/domain/manifestation.ts';
import { type Group, list } from '../command.ts';

const path = '/persons/{person}/manifestation_of_will';

export const will: Group = {
  name: 'will',
  about: 'Manifestation of Will, required for Agent Keys that write',
  heading: 'People',
  commands: [
    {
      name: 'show',
      about:
        'Show whether the Manifestation of Will is signed, and which agreements it accepts in advance',
      method: 'GET',
      path,
      example: 'will show 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
    },
    {
      name: 'sign',
      about: 'Sign the Manifestation of Will, or replace the agreements accepted in advance',
      method: 'PUT',
      path,
      fields: [
        list('acceptedAgreements', 'Agreement of Coexistence accepted in advance', {
          value: 'type',
          choices: acceptableAgreements,
        }),
      ],
      example: 'will sign 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f --accepted-agreements e-Resident',
    },
    {
      name: 'revoke',
      about: 'Revoke the Manifestation of Will, and the Agent Keys that can write',
      method: 'DELETE',
      path,
      confirm:
        "The person's Agent Keys that can write will stop working immediately and permanently.",
      example: 'will revoke 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f --yes',
    },
  ],
};
