import { type Field, flag, type Group, text } from '../command.ts';

const selfReferral: Field = flag('selfReferralEnabled', 'the owner can also use it');

export const referralCodes: Group = {
  name: 'referral-codes',
  about: 'Referral codes of persons and legal entities',
  heading: 'Codes and names',
  commands: [
    {
      name: 'show',
      about: 'Show a referral code and its owner',
      method: 'GET',
      path: '/referral_codes/{code}',
      arguments: { code: 'referral code' },
      example: 'referral-codes show ADA-2026',
    },
    {
      name: 'create',
      about: 'Create a referral code for a person or legal entity',
      method: 'POST',
      path: '/referral_codes',
      fields: [
        text('code', 'code (default: a new one)', { value: 'code' }),
        text('ownerType', 'who owns it', {
          value: 'type',
          choices: ['natural_person', 'legal_entity'],
          required: true,
        }),
        text('ownerId', 'id of the owner', { value: 'id', required: true }),
        selfReferral,
      ],
      example:
        'referral-codes create --code ADA-2026 --owner-type natural_person --owner-id 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
    },
    {
      name: 'update',
      about: 'Allow or forbid owners to use their own code',
      method: 'PATCH',
      path: '/referral_codes/{code}',
      arguments: { code: 'referral code' },
      fields: [{ ...selfReferral, required: true }],
      example: 'referral-codes update ADA-2026 --self-referral-enabled',
    },
  ],
};
