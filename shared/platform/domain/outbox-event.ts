import type { PaymentResult } from '../../kernel/domain/payment.ts';
import type { Product } from '../../kernel/domain/product.ts';

/** The prefix of the partition key of every item in the outbox. The stream's filter uses it. */
export const outboxPrefix = 'OUTBOX#';

/**
 * An email to send. It has only ids. Names and addresses are read when it is sent, so the outbox contains none.
 */
export type Mail =
  | { readonly template: 'signature_link'; readonly applicationId: string }
  /** Copies of the signed documents, to the signer or the account's holder. */
  | { readonly template: 'agreement_signed'; readonly applicationId: string }
  | { readonly template: 'residency_agreement_signed'; readonly applicationId: string }
  | { readonly template: 'manifestation_signed'; readonly personId: string }
  | { readonly template: 'agent_payment'; readonly applicationId: string; readonly keyId: string }
  /** To the people who can see the invoice. The receipt gets its number first. */
  | { readonly template: 'receipt'; readonly invoiceId: string }
  | { readonly template: 'payment_unused'; readonly caseId: string }
  | { readonly template: 'account_deactivated'; readonly personId: string; readonly at: string }
  /** To the people for whom something is under review. Amendments have their own email. */
  | { readonly template: 'submission_received'; readonly reviewId: string }
  /** To the owner: a change voided the signature. */
  | {
      readonly template: 'application_unsigned';
      readonly applicationId: string;
      readonly at: string;
    }
  | { readonly template: 'application_approved'; readonly applicationId: string }
  | { readonly template: 'application_rejected'; readonly applicationId: string }
  | { readonly template: 'certificate_issued'; readonly requestId: string }
  | { readonly template: 'certificate_rejected'; readonly requestId: string }
  /** To every representative. `signedAt` distinguishes this signature from a later one. */
  | {
      readonly template: 'amendment_signed';
      readonly filingId: string;
      readonly signedAt: string;
    }
  /** To the signer whose signature a change voided at this instant. */
  | {
      readonly template: 'amendment_unsigned';
      readonly filingId: string;
      readonly personId: string;
      readonly at: string;
    }
  /** To every representative. `personId` submitted it with the key `keyId`, or in the portal if that is null. */
  | {
      readonly template: 'amendment_submitted';
      readonly filingId: string;
      readonly personId: string;
      readonly keyId: string | null;
    }
  /** To every representative, including the previous one. */
  | {
      readonly template: 'representative_added' | 'representative_removed';
      readonly entityId: string;
      readonly personId: string;
      readonly at: string;
    }
  | { readonly template: 'amendment_approved'; readonly filingId: string }
  | { readonly template: 'amendment_rejected'; readonly filingId: string }
  /**
   * The template is chosen when the email is sent: a link that opens the account, or the question whether the
   * application is theirs. The link is also created then. `linkSentAt` distinguishes this email from one to an earlier
   * address.
   */
  | {
      readonly template: 'claim_link';
      readonly applicationId: string;
      readonly linkSentAt: string;
    }
  /** Asks the account's holder again, because a review waits for their answer. */
  | { readonly template: 'holder_question'; readonly applicationId: string }
  | { readonly template: 'residency_approved'; readonly applicationId: string }
  | { readonly template: 'residency_rejected'; readonly applicationId: string }
  /**
   * To the resident and the representatives of the partner that applied. Sent only if the residency still ends then.
   */
  | {
      readonly template: 'residency_ending';
      readonly personId: string;
      readonly residencyId: string;
      readonly endsAt: string;
    }
  /** To every representative. Sent only if the entity's residency still ends then. */
  | {
      readonly template: 'entity_residency_ending';
      readonly entityId: string;
      readonly endsAt: string;
    }
  /** To every representative. Sent only if that year's confirmation is still due. */
  | {
      readonly template: 'confirmation_wanted';
      readonly entityId: string;
      readonly year: number;
    }
  /** To the people it concerns. `personId` is the holder of the residency. */
  | {
      readonly template: 'annulled';
      readonly of: 'legal_entity' | 'amendment' | 'residency';
      readonly id: string;
      readonly personId: string | null;
    }
  /** To every representative and the person who requested the certificate. */
  | {
      readonly template: 'document_withdrawn';
      readonly entityId: string;
      readonly documentId: string;
    }
  | { readonly template: 'visitor_pass_received'; readonly visitorPassId: string }
  /**
   * To the person who uploaded the file. Sent only if the file still has this status, so that it can't be opened.
   * `scanId` distinguishes the upload from a later one of the same bytes.
   */
  | {
      readonly template: 'upload_not_accepted';
      readonly objectKey: string;
      readonly scanId: string;
      readonly status: 'refused' | 'unscannable';
    }
  | { readonly template: 'review_waiting'; readonly reviewId: string }
  | { readonly template: 'reviews_waiting'; readonly at: string }
  /** To the applicant, while the question is open. The second template is used if a partner gave the address. */
  | {
      readonly template: 'information_requested' | 'residency_information_requested';
      readonly reviewId: string;
      readonly requestId: string;
    }
  /** To the reviewer who asked. */
  | {
      readonly template: 'information_answered';
      readonly reviewId: string;
      readonly requestId: string;
    }
  /** To the owner of a new key. `replaces` is the key that it was rotated from. */
  | {
      readonly template: 'key_made';
      readonly personId: string;
      readonly keyId: string;
      readonly byOperator: boolean;
      readonly replaces: string | null;
    }
  /** To the owner of a key whose limits an operator changed. */
  | {
      readonly template: 'key_changed';
      readonly personId: string;
      readonly keyId: string;
      readonly at: string;
    }
  /** To the owner of a key that needs their approval. */
  | {
      readonly template: 'key_approval_asked';
      readonly personId: string;
      readonly approvalId: string;
    }
  /** To the user who allowed an application something new. */
  | {
      readonly template: 'client_connected';
      readonly personId: string;
      readonly clientId: string;
      readonly consentId: string;
    }
  /**
   * To the user: a new browser has signed in to the account. `browser` is a description, such as `Firefox on Windows`.
   */
  | {
      readonly template: 'browser_signed_in';
      readonly personId: string;
      readonly browser: string;
      /** The person's credential epoch at the sign-in. */
      readonly credentialEpoch: number;
      readonly at: string;
    }
  /** To the owner of an application for sign-in: operators decided on it. */
  | {
      readonly template: 'client_decided';
      readonly personId: string;
      readonly clientId: string;
      readonly decision: 'approved' | 'rejected' | 'suspended' | 'reinstated' | 'logo_removed';
    }
  /** To the owner of a passkey that changed. `at`: when. */
  | {
      readonly template: 'passkey_changed';
      readonly personId: string;
      readonly change: 'added' | 'removed' | 'suspended' | 'code';
      readonly at: string;
    }
  /**
   * Two operators did something that has no email of its own. To the people, the entity's representatives, and the
   * representatives of the integration's partner.
   */
  | {
      readonly template: 'operators_acted';
      readonly what: 'permit_number' | 'tax_state' | 'legal_entity' | 'partner_key' | 'staff';
      readonly personIds: readonly string[];
      readonly entityId: string | null;
      readonly integrationId: string | null;
      readonly at: string;
    }
  /** A case of a lost mailbox. To both addresses, and to the other representatives of the person's entities. */
  | {
      readonly template: 'mailbox_case';
      readonly caseId: string;
      readonly step: 'opened' | 'prove' | 'waiting' | 'ended';
    }
  /** Webhooks to an address were disabled automatically. To the person, or to the integration's partner. */
  | {
      readonly template: 'webhooks_disabled';
      readonly feed: string;
      readonly endpointId: string;
      readonly at: string;
    }
  /** The addresses are in a separate item, which expires with the event. */
  | { readonly template: 'email_changed'; readonly changeId: string }
  /** `challengeId` is the challenge's reference: the code is created when the email is sent. */
  | { readonly template: 'sign_in_code'; readonly challengeId: string };

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
  | { readonly type: 'gateway_key.wanted'; readonly keyHash: string }
  | { readonly type: 'gateway_keys.unwanted'; readonly keyHashes: readonly string[] }
  | {
      /** Something was submitted and needs a review task. */
      readonly type: 'review.wanted';
      readonly subject: { readonly type: Product; readonly id: string };
      /** The submission, if an earlier event has already asked for its review. */
      readonly submissionId?: string | undefined;
    }
  | { readonly type: 'review.decided'; readonly reviewId: string }
  /** A migration's run must begin or continue. */
  | { readonly type: 'migration.wanted'; readonly name: string }
  /** A certificate was paid for, so it must be issued or sent to review. */
  | { readonly type: 'certificate.paid'; readonly requestId: string }
  | { readonly type: 'mail.wanted'; readonly mail: Mail }
  /** In a sandbox: a review task for a case whose name decides the outcome. */
  | { readonly type: 'review.made_in_sandbox'; readonly reviewId: string }
  /** Webhook deliveries may be due for all endpoints of a feed, or for one of them. */
  | {
      readonly type: 'webhooks.wanted';
      readonly feed: string;
      readonly endpointId?: string | undefined;
    }
  /** Access has ended, and applications must be notified. */
  | { readonly type: 'logout.wanted'; readonly personId: string; readonly of: EndedAccess }
  /** A logout notification to an application may be due. */
  | { readonly type: 'logout.due'; readonly logoutId: string }
  | {
      /** The sandbox must send the service a payment report. */
      readonly type: 'sandbox_webhook.wanted';
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
