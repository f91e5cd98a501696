import { keys } from '../../kernel/db/keys.ts';
import type { Write } from '../../kernel/db/transact.ts';
import type { StoredPerson } from './people.ts';

function checkOf(
  personId: string,
  condition: string,
  values?: Readonly<Record<`:${string}`, unknown>>,
): Write {
  const withValues = values && {
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':active': 'active', ...values },
  };
  return { check: { Key: keys.person(personId), ConditionExpression: condition, ...withValues } };
}

/** The check that the person exists and is not suspended by a mailbox case. */
export function unsuspendedPersonCheck(personId: string): Write {
  return checkOf(personId, 'attribute_exists(pk) AND attribute_not_exists(suspension)');
}

/** The check that the person exists and their erasure has not begun. */
export function unerasedPersonCheck(personId: string): Write {
  return checkOf(personId, 'attribute_exists(pk) AND attribute_not_exists(erasure)');
}

/** The check that the account is active. */
export function activePersonCheck(personId: string): Write {
  return checkOf(personId, '#status = :active', {});
}

/** The check that the person can act: the account is active, and no mailbox case suspends it. */
export function actingPersonCheck(personId: string): Write {
  return checkOf(personId, '#status = :active AND attribute_not_exists(suspension)', {});
}

type Epoch = Pick<StoredPerson, 'id' | 'credentialEpoch'>;

/** The same, in the credential epoch that was read. */
export function actingEpochCheck({ id, credentialEpoch }: Epoch): Write {
  return checkOf(
    id,
    '#status = :active AND credentialEpoch = :epoch AND attribute_not_exists(suspension)',
    { ':epoch': credentialEpoch },
  );
}

/** The check that the account is active and was not deactivated since this credential epoch began. */
export function currentEpochCheck({ id, credentialEpoch }: Epoch): Write {
  return checkOf(id, '#status = :active AND credentialEpoch = :epoch', {
    ':epoch': credentialEpoch,
  });
}

/** The check that an approver can still act, with the verified address that was read. */
export function approverCheck({ id, email }: Pick<StoredPerson, 'id' | 'email'>): Write {
  return checkOf(
    id,
    '#status = :active AND attribute_not_exists(suspension) AND emailVerified = :yes AND email = :email',
    { ':yes': true, ':email': email },
  );
}
