import type { Mail } from '../../platform/domain/outbox-event.ts';

/**
 * `asked`: the recipient has an account here, and expects or needs the email. `unasked`: someone else gave the address, so the
 * email may surprise the recipient. SES counts the two kinds separately.
 */
export const mailKinds = ['asked', 'unasked'] as const;
export type MailKind = (typeof mailKinds)[number];

/** Exhaustive on purpose: a new email does not compile until its kind is defined. */
const kinds: Readonly<Record<Mail['template'], MailKind>> = {
  signature_link: 'asked',
  agreement_signed: 'asked',
  manifestation_signed: 'asked',
  agent_payment: 'asked',
  receipt: 'asked',
  payment_unused: 'asked',
  account_deactivated: 'asked',
  application_unsigned: 'asked',
  amendment_unsigned: 'asked',
  application_approved: 'asked',
  application_rejected: 'asked',
  certificate_issued: 'asked',
  certificate_rejected: 'asked',
  amendment_signed: 'asked',
  amendment_submitted: 'asked',
  representative_added: 'asked',
  representative_removed: 'asked',
  amendment_approved: 'asked',
  amendment_rejected: 'asked',
  // A partner entered the address, whose owner may have no account or may not be the applicant.
  claim_link: 'unasked',
  holder_question: 'unasked',
  residency_agreement_signed: 'unasked',
  residency_rejected: 'unasked',
  // Also sent for residency applications.
  submission_received: 'unasked',
  residency_information_requested: 'unasked',
  // Sent to the address of an account, with its new permit number.
  residency_approved: 'asked',
  residency_ending: 'asked',
  entity_residency_ending: 'asked',
  confirmation_wanted: 'asked',
  annulled: 'asked',
  document_withdrawn: 'asked',
  // Anyone may have entered the address.
  visitor_pass_received: 'unasked',
  review_waiting: 'asked',
  reviews_waiting: 'asked',
  upload_not_accepted: 'asked',
  information_requested: 'asked',
  information_answered: 'asked',
  key_made: 'asked',
  key_changed: 'asked',
  key_approval_asked: 'asked',
  client_connected: 'asked',
  browser_signed_in: 'asked',
  client_decided: 'asked',
  passkey_changed: 'asked',
  operators_acted: 'asked',
  mailbox_case: 'asked',
  webhooks_disabled: 'asked',
  email_changed: 'asked',
  sign_in_code: 'asked',
};

/** Whether the recipient requested or expects the email. */
export function mailKindOf(template: Mail['template']): MailKind {
  return kinds[template];
}

/** The kind of an email that SES reports; `asked` for a template that no longer exists. */
export function mailKindOfReported(template: string | null): MailKind {
  return new Map<string | null, MailKind>(Object.entries(kinds)).get(template) ?? 'asked';
}
