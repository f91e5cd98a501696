import type { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { MailboxRefusal } from '../domain/mailbox-case.ts';

/** What whoever acts on a case is told. */
export const mailboxErrors: Readonly<Record<MailboxRefusal, () => ApiError>> = {
  ended: apiErrors.mailboxCaseEnded,
  not_now: apiErrors.mailboxCaseNotNow,
  too_early: apiErrors.mailboxCaseNotNow,
  too_much_evidence: apiErrors.mailboxTooMuchEvidence,
  no_evidence: apiErrors.mailboxNoEvidence,
  unproven: apiErrors.mailboxUnproven,
  proven: apiErrors.mailboxProven,
  link_too_old: apiErrors.mailboxLinkTooOld,
  own: apiErrors.mailboxCaseOwn,
  same_person: apiErrors.mailboxSamePerson,
  passkey_too_new: apiErrors.mailboxPasskeyTooNew,
};
