import { flag, type Group, text } from '../command.ts';
import { revokeAll } from '../revoke-all.ts';

export const tokens: Group = {
  name: 'tokens',
  about: 'Tokens of applications',
  heading: 'Programs',
  commands: [
    {
      name: 'revoke-all',
      about:
        'End the tokens of one application, or of all, that were authorized before an instant; without --carry-out only count the applications',
      method: 'POST',
      path: '/revocations',
      preset: { of: 'tokens' },
      omits: ['kinds', 'scope', 'integrationId'],
      fields: [
        text('clientId', 'tokens of this application alone', { value: 'client' }),
        text('issuedBefore', 'authorized before this instant (default: now)', { value: 'date' }),
        flag('carryOut', 'end them; without it, only count applications'),
        text('reason', 'why; the audit trail shows it'),
      ],
      walk: revokeAll,
      example: 'tokens revoke-all --client-id harbour-app --reason "lost laptop" --carry-out',
    },
  ],
};
