import type { PaymentResult } from '../../kernel/domain/payment.ts';
import type { Product } from '../../kernel/domain/product.ts';

/** What a field of an email can be; a list is one of its words. */
interface FieldValues {
  readonly text: string;
  readonly textOrNull: string | null;
  readonly texts: readonly string[];
  readonly integer: number;
  readonly truth: boolean;
}
export type MailField = keyof FieldValues | readonly string[];
type MailFields = Readonly<Record<string, MailField>>;
type ValueOf<Field> = Field extends keyof FieldValues
  ? FieldValues[Field]
  : Field extends readonly (infer Word)[]
    ? Word
    : never;

/** The recipient has an account here, and expects or needs the email. */
const requested = <const Fields extends MailFields>(fields: Fields) =>
  ({ kind: 'requested', fields }) as const;
/** Someone else gave the address, so the email may surprise the recipient. SES counts the two kinds separately. */
const unrequested = <const Fields extends MailFields>(fields: Fields) =>
  ({ kind: 'unrequested', fields }) as const;

const text = 'text';
const textOrNull = 'textOrNull';
const texts = 'texts';
const integer = 'integer';
const truth = 'truth';

/**
 * Every email, with the fields of a request for it. They are only ids. Names and addresses are read when it is sent, so
 * the outbox contains none.
 */
export const mails = {
  signature_link: requested({ applicationId: text }),
  /** Copies of the signed documents, to the signer or the account's holder. */
  agreement_signed: requested({ applicationId: text }),
  residency_agreement_signed: unrequested({ applicationId: text }),
  manifestation_signed: requested({ personId: text }),
  agent_payment: requested({ applicationId: text, keyId: text }),
  /** To the people who can see the invoice. The receipt gets its number first. */
  receipt: requested({ invoiceId: text }),
  payment_unused: requested({ caseId: text }),
  account_deactivated: requested({ personId: text, at: text }),
  /** To the people for whom something is under review, also residency applications. Amendments have their own email. */
  submission_received: unrequested({ reviewId: text }),
  /** To the owner: a change voided the signature. */
  application_unsigned: requested({ applicationId: text, at: text }),
  application_approved: requested({ applicationId: text }),
  application_rejected: requested({ applicationId: text }),
  certificate_issued: requested({ requestId: text }),
  certificate_rejected: requested({ requestId: text }),
  /** To every representative. `signedAt` distinguishes this signature from a later one. */
  amendment_signed: requested({ filingId: text, signedAt: text }),
  /** To the signer whose signature a change voided at this instant. */
  amendment_unsigned: requested({ filingId: text, personId: text, at: text }),
  /** To every representative. `personId` submitted it with the key `keyId`, or in the portal if that is null. */
  amendment_submitted: requested({ filingId: text, personId: text, keyId: textOrNull }),
  /** To every representative, including the previous one. */
  representative_added: requested({ entityId: text, personId: text, at: text }),
  representative_removed: requested({ entityId: text, personId: text, at: text }),
  amendment_approved: requested({ filingId: text }),
  amendment_rejected: requested({ filingId: text }),
  /**
   * The template is chosen when the email is sent: a link that opens the account, or the question whether the
   * application is theirs. The link is also created then. `linkSentAt` distinguishes this email from one to an earlier
   * address. A partner entered the address, whose owner may have no account or may not be the applicant.
   */
  claim_link: unrequested({ applicationId: text, linkSentAt: text }),
  /** Asks the account's holder again, because a review waits for their answer. */
  holder_question: unrequested({ applicationId: text }),
  // Sent to the address of an account, with its new permit number.
  residency_approved: requested({ applicationId: text }),
  residency_rejected: unrequested({ applicationId: text }),
  /**
   * To the resident and the representatives of the partner that applied. Sent only if the residency still ends then.
   */
  residency_ending: requested({ personId: text, residencyId: text, endsAt: text }),
  /** To every representative. Sent only if the entity's residency still ends then. */
  entity_residency_ending: requested({ entityId: text, endsAt: text }),
  /** To every representative. Sent only if that year's confirmation is still due. */
  confirmation_requested: requested({ entityId: text, year: integer }),
  /** To the people it concerns. `personId` is the holder of the residency. */
  annulled: requested({
    of: ['legal_entity', 'amendment', 'residency'],
    id: text,
    personId: textOrNull,
  }),
  /** To every representative and the person who requested the certificate. */
  document_withdrawn: requested({ entityId: text, documentId: text }),
  // Anyone may have entered the address.
  visitor_pass_received: unrequested({ visitorPassId: text }),
  /**
   * To the person who uploaded the file. Sent only if the file still has this status, so that it can't be opened.
   * `scanId` distinguishes the upload from a later one of the same bytes.
   */
  upload_not_accepted: requested({
    objectKey: text,
    scanId: text,
    status: ['refused', 'unscannable'],
  }),
  review_waiting: requested({ reviewId: text }),
  reviews_waiting: requested({ at: text }),
  /** To the applicant, while the question is open. The second template is used if a partner gave the address. */
  information_requested: requested({ reviewId: text, requestId: text }),
  residency_information_requested: unrequested({ reviewId: text, requestId: text }),
  /** To the reviewer who asked. */
  information_answered: requested({ reviewId: text, requestId: text }),
  /** To the owner of a new key. `replaces` is the key that it was rotated from. */
  key_created: requested({ personId: text, keyId: text, byOperator: truth, replaces: textOrNull }),
  /** To the owner of a key whose limits an operator changed. */
  key_changed: requested({ personId: text, keyId: text, at: text }),
  /** To the owner of a key that needs their approval. */
  key_approval_requested: requested({ personId: text, approvalId: text }),
  /** To the user who allowed an application something new. */
  client_connected: requested({ personId: text, clientId: text, consentId: text }),
  /**
   * To the user: a new browser has signed in to the account. `browser` is a description, such as `Firefox on Windows`.
   */
  browser_signed_in: requested({
    personId: text,
    browser: text,
    // The person's credential epoch at the sign-in.
    credentialEpoch: integer,
    at: text,
  }),
  /** To the owner of an application for sign-in: operators decided on it. */
  client_decided: requested({
    personId: text,
    clientId: text,
    decision: ['approved', 'rejected', 'suspended', 'reinstated', 'logo_removed'],
  }),
  /** To the owner of a passkey that changed. `at`: when. */
  passkey_changed: requested({
    personId: text,
    change: ['added', 'removed', 'suspended', 'code'],
    at: text,
  }),
  /**
   * Two operators did something that has no email of its own. To the people, the entity's representatives, and the
   * representatives of the integration's partner.
   */
  operators_acted: requested({
    what: ['permit_number', 'tax_state', 'legal_entity', 'partner_key', 'staff'],
    personIds: texts,
    entityId: textOrNull,
    integrationId: textOrNull,
    at: text,
  }),
  /** A case of a lost mailbox. To both addresses, and to the other representatives of the person's entities. */
  mailbox_case: requested({ caseId: text, step: ['opened', 'prove', 'waiting', 'ended'] }),
  /** Webhooks to an address were disabled automatically. To the person, or to the integration's partner. */
  webhooks_disabled: requested({ feed: text, endpointId: text, at: text }),
  /** The addresses are in a separate item, which expires with the event. */
  email_changed: requested({ changeId: text }),
  /** `challengeId` is the challenge's reference: the code is created when the email is sent. */
  sign_in_code: requested({ challengeId: text }),
} as const;

/** An email to send. */
export type Mail = {
  [Template in keyof typeof mails]: { readonly template: Template } & {
    readonly [Field in keyof (typeof mails)[Template]['fields']]: ValueOf<
      (typeof mails)[Template]['fields'][Field]
    >;
  };
}[keyof typeof mails];

/**
 * What ended: a session, for its clients; a client's consent; or everything granted under this credential epoch of the
 * account.
 */
export type EndedAccess =
  | {
      readonly kind: 'session';
      readonly sessionId: string;
      readonly clientIds: readonly string[];
    }
  | { readonly kind: 'connection'; readonly clientId: string }
  | { readonly kind: 'account'; readonly credentialEpoch: number };

/**
 * Work that follows from a change and is done after it, outside the request. It is stored in the same transaction as
 * the change and delivered at least once. Payloads contain only ids.
 */
export type OutboxEvent =
  | { readonly type: 'gateway_key.requested'; readonly keyHash: string }
  | { readonly type: 'gateway_keys.obsolete'; readonly keyHashes: readonly string[] }
  | {
      /** Something was submitted and needs a review task. */
      readonly type: 'review.requested';
      readonly subject: { readonly type: Product; readonly id: string };
      /** The submission, if an earlier event has already requested its review. */
      readonly submissionId?: string | undefined;
    }
  | { readonly type: 'review.decided'; readonly reviewId: string }
  /** A migration's run must begin or continue. */
  | { readonly type: 'migration.requested'; readonly name: string }
  /** A certificate was paid for, so it must be issued or sent to review. */
  | { readonly type: 'certificate.paid'; readonly requestId: string }
  | { readonly type: 'mail.requested'; readonly mail: Mail }
  /** In a sandbox: a review task for a case whose name decides the outcome. */
  | { readonly type: 'review.created_in_sandbox'; readonly reviewId: string }
  /** Webhook deliveries may be due for all endpoints of a feed, or for one of them. */
  | {
      readonly type: 'webhooks.requested';
      readonly feed: string;
      readonly endpointId?: string | undefined;
    }
  /** Access has ended, and applications must be notified. */
  | { readonly type: 'logout.requested'; readonly personId: string; readonly of: EndedAccess }
  /** A logout notification to an application may be due. */
  | { readonly type: 'logout.due'; readonly logoutId: string }
  | {
      /** The sandbox must send the service a payment report. */
      readonly type: 'sandbox_webhook.requested';
      readonly paymentId: string;
      readonly result: PaymentResult;
    };

export interface StoredEvent {
  readonly id: string;
  readonly createdAt: string;
  /** The API call that caused it, as in its response and the logs. Absent if there was none. */
  readonly requestId?: string | undefined;
  readonly event: OutboxEvent;
}
