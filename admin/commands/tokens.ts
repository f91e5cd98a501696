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
        'Revoke tokens that were authorized before an instant, for one application or all; without --carry-out, only count the applications',
      method: 'POST',
      path: '/revocations',
      preset: { of: 'tokens' },
      omits: ['kinds', 'scope', 'integrationId'],
      fields: [
        text('clientId', 'only tokens of this application', { value: 'client' }),
        text('issuedBefore', 'authorized before this instant (default: now)', { value: 'date' }),
        flag('carryOut', 'revoke the tokens; without this option, only count applications'),
        text('reason', 'reason, shown in the audit trail'),
      ],
      walk: revokeAll,
      example: 'tokens revoke-all --client-id harbour-app --reason "lost laptop" --carry-out',
    },
  ],
};
