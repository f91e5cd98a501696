import type { PaymentResult } from '../../kernel/domain/payment.ts';
import type { Product } from '../../kernel/domain/product.ts';

/** Every item of the outbox has a partition key that starts with this; the stream's filter knows it. */
export const outboxPrefix = 'OUTBOX#';

/**
 * An email to send. It has only ids. Names and addresses are read when it is sent, so the outbox contains none.
 */
export type Mail =
  | { readonly template: 'signature_link'; readonly applicationId: string }
  /** Copies of what was signed, to the signer or the account's holder. */
  | { readonly template: 'agreement_signed'; readonly applicationId: string }
  | { readonly template: 'residency_agreement_signed'; readonly applicationId: string }
  | { readonly template: 'manifestation_signed'; readonly personId: string }
  | { readonly template: 'agent_payment'; readonly applicationId: string; readonly keyId: string }
  /** To the people who see the invoice; the receipt gets its number first. */
  | { readonly template: 'receipt'; readonly invoiceId: string }
  /** To the people for whom something is under review. Amendments have a letter of their own. */
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
  /** To every representative. `signedAt` tells the signature from a later one. */
  | {
      readonly template: 'amendment_signed';
      readonly filingId: string;
      readonly signedAt: string;
    }
  /** To the person who signed it, and whose signature a change voided at this instant. */
  | {
      readonly template: 'amendment_unsigned';
      readonly filingId: string;
      readonly personId: string;
      readonly at: string;
    }
  /** To every representative; `keyId` is the key with which `personId` submitted it; null: in the portal. */
  | {
      readonly template: 'amendment_submitted';
      readonly filingId: string;
      readonly personId: string;
      readonly keyId: string | null;
    }
  /** To every representative, and to the previous one. */
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
   * application is theirs. The link is created then as well. `linkSentAt` distinguishes it from one for an earlier
   * address.
   */
  | {
      readonly template: 'claim_link';
      readonly applicationId: string;
      readonly linkSentAt: string;
    }
  /** The holder of an account is asked again, because a review waits for their answer. */
  | { readonly template: 'holder_question'; readonly applicationId: string }
  | { readonly template: 'residency_approved'; readonly applicationId: string }
  | { readonly template: 'residency_rejected'; readonly applicationId: string }
  /** To the resident, and to those who represent the partner that applied, while the residency is theirs and still ends then. */
  | {
      readonly template: 'residency_ending';
      readonly personId: string;
      readonly residencyId: string;
      readonly endsAt: string;
    }
  /** To every representative, while the entity's residency has that end. */
  | {
      readonly template: 'entity_residency_ending';
      readonly entityId: string;
      readonly endsAt: string;
    }
  /** To every representative, while the confirmation of that year is wanted. */
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
  /** To every representative, and who requested the certificate. */
  | {
      readonly template: 'document_withdrawn';
      readonly entityId: string;
      readonly documentId: string;
    }
  | { readonly template: 'visitor_pass_received'; readonly visitorPassId: string }
  /**
   * To the person who uploaded the file, while that is why nobody can open it. `scanId` distinguishes the upload from a later one
   * of the same bytes.
   */
  | {
      readonly template: 'upload_not_accepted';
      readonly objectKey: string;
      readonly scanId: string;
      readonly status: 'refused' | 'unscannable';
    }
  | { readonly template: 'review_waiting'; readonly reviewId: string }
  | { readonly template: 'reviews_waiting'; readonly at: string }
  /** To the applicant, while the question is open; the second template if a partner gave the address. */
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
  /** A key was made; for its owner. `replaces` is the key that it was rotated from. */
  | {
      readonly template: 'key_made';
      readonly personId: string;
      readonly keyId: string;
      readonly byOperator: boolean;
      readonly replaces: string | null;
    }
  /** An operator changed the limits of a key; for its owner. */
  | {
      readonly template: 'key_changed';
      readonly personId: string;
      readonly keyId: string;
      readonly at: string;
    }
  /** A key needs the approval of its owner, who gets the email. */
  | {
      readonly template: 'key_approval_asked';
      readonly personId: string;
      readonly approvalId: string;
    }
  /** An application was allowed something new. */
  | {
      readonly template: 'client_connected';
      readonly personId: string;
      readonly clientId: string;
      readonly consentId: string;
    }
  /** A browser that the account did not know has signed in to it; `browser` in words, such as `Firefox on Windows`. */
  | {
      readonly template: 'browser_signed_in';
      readonly personId: string;
      readonly browser: string;
      /** The person's at the sign-in. */
      readonly credentialEpoch: number;
      readonly at: string;
    }
  /** Operators decided about a resident's application for sign-in. */
  | {
      readonly template: 'client_decided';
      readonly personId: string;
      readonly clientId: string;
      readonly decision: 'approved' | 'rejected' | 'suspended' | 'reinstated' | 'logo_removed';
    }
  /** Something about a passkey that its owner must know. `at`: when. */
  | {
      readonly template: 'passkey_changed';
      readonly personId: string;
      readonly change: 'added' | 'removed' | 'suspended' | 'code';
      readonly at: string;
    }
  /**
   * Two operators did something that has no email of its own: to the persons, to those who represent the entity, and to those who
   * represent the integration's partner.
   */
  | {
      readonly template: 'operators_acted';
      readonly what: 'permit_number' | 'tax_state' | 'legal_entity' | 'partner_key' | 'staff';
      readonly personIds: readonly string[];
      readonly entityId: string | null;
      readonly integrationId: string | null;
      readonly at: string;
    }
  /** A case of a lost mailbox: to both addresses, and to the other representatives of the person's entities. */
  | {
      readonly template: 'mailbox_case';
      readonly caseId: string;
      readonly step: 'opened' | 'prove' | 'waiting' | 'ended';
    }
  /** Webhooks to an address were disabled automatically: to the person, or to the integration's partner. */
  | {
      readonly template: 'webhooks_disabled';
      readonly feed: string;
      readonly endpointId: string;
      readonly at: string;
    }
  /** The addresses are in a separate item, which expires with the event. */
  | { readonly template: 'email_changed'; readonly changeId: string }
  /** `challengeId` is the challenge's reference: the code is made when the mail is. */
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
 * Work that follows from a change and is done after it, outside the request: it is stored in the same
 * transaction as the change and delivered at least once. Payloads are ids.
 */
export type OutboxEvent =
  | { readonly type: 'gateway_key.wanted'; readonly keyHash: string }
  | { readonly type: 'gateway_keys.unwanted'; readonly keyHashes: readonly string[] }
  | {
      /** Something was submitted: a reviewer's task must be made for it. */
      readonly type: 'review.wanted';
      readonly subject: { readonly type: Product; readonly id: string };
      /** The submission, where this is not the first event that asks for its review. */
      readonly submissionId?: string | undefined;
    }
  | { readonly type: 'review.decided'; readonly reviewId: string }
  /** A migration's run must be begun, or continues. */
  | { readonly type: 'migration.wanted'; readonly name: string }
  /** A certificate was paid for: it must be issued, or handed to the reviewers. */
  | { readonly type: 'certificate.paid'; readonly requestId: string }
  | { readonly type: 'mail.wanted'; readonly mail: Mail }
  /** In a sandbox: a reviewer's task whose case has a name that says what becomes of it. */
  | { readonly type: 'review.made_in_sandbox'; readonly reviewId: string }
  /** Deliveries may be due for the endpoints of a feed, or for one of them. */
  | {
      readonly type: 'webhooks.wanted';
      readonly feed: string;
      readonly endpointId?: string | undefined;
    }
  /** Access has ended, and applications must be notified of that. */
  | { readonly type: 'logout.wanted'; readonly personId: string; readonly of: EndedAccess }
  /** An application may be due for its notification. */
  | { readonly type: 'logout.due'; readonly logoutId: string }
  | {
      /** The sandbox owes the service the report of a payment. */
      readonly type: 'sandbox_webhook.wanted';
      readonly paymentId: string;
      readonly result: PaymentResult;
    };

export interface StoredEvent {
  readonly id: string;
  readonly createdAt: string;
  /** The call that caused it, as its answer and the logs name it; absent if there was none. */
  readonly requestId?: string | undefined;
  readonly event: OutboxEvent;
}
