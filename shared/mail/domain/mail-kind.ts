import { type Mail, mails } from '../../platform/domain/outbox-event.ts';

/**
 * `requested`: the recipient has an account here, and expects or needs the email. `unrequested`: someone else gave the address, so the
 * email may surprise the recipient. SES counts the two kinds separately.
 */
export const mailKinds = ['requested', 'unrequested'] as const;
export type MailKind = (typeof mailKinds)[number];

/** Whether the recipient requested or expects the email. */
export function mailKindOf(template: Mail['template']): MailKind {
  return mails[template].kind;
}

/** The kind of an email that SES reports; `requested` for a template that no longer exists. */
export function mailKindOfReported(template: string | null): MailKind {
  return Object.entries(mails).find(([each]) => each === template)?.[1].kind ?? 'requested';
}
