import { detour, type OutboxQueue } from '../../kernel/domain/outbox-queue.ts';
import { productItems } from '../../kernel/domain/product.ts';
import type { DataNeeds, NarrowNeeds } from '../../kernel/http/data-needs.ts';
import { receivePaymentWebhook } from '../../payments/routes/checkout-routes.ts';

/** The authorizer may look up credentials and nothing else in the table. */
export const authorizerNeeds = { get: ['apiKey'] } as const satisfies NarrowNeeds;

/** The rotation of token-signing keys may publish keys and nothing else in the table. */
export const rotationNeeds = {
  query: ['signingKey'],
  put: ['signingKey'],
  update: ['signingKey'],
} as const satisfies NarrowNeeds;

/** Records SES's reports about emails. */
export const mailReportNeeds = {
  get: ['mailAddress'],
  put: ['audit', 'listed', 'mailAddress'],
} as const satisfies NarrowNeeds;

/** Records a scanner's results for uploaded files and sets files with malware apart. */
export const scanNeeds: DataNeeds = {
  table: 'read',
  writes: { put: ['audit', 'event', 'uploadScan'] },
  documents: {
    get: ['information', 'mailbox-evidence', 'proofs-of-address', 'tax-proofs'],
    put: ['refused'],
    remove: ['information', 'mailbox-evidence', 'proofs-of-address', 'tax-proofs'],
  },
};

/** Counts waiting reviews and requests the email about them. It reads entries of lists, but no reviewed cases. */
export const measuringNeeds = {
  get: ['reviewCounts', 'reviewDigest'],
  query: ['listed'],
  put: ['event', 'reviewCounts', 'reviewDigest'],
} as const satisfies NarrowNeeds;

/** A provider's answer has the same effects as its report. A statement reports more. */
export const askingNeeds: DataNeeds = {
  table: 'read',
  indexes: ['gsi1'],
  writes: {
    ...receivePaymentWebhook.writes,
    put: [...receivePaymentWebhook.writes.put, 'paymentReturn', 'paymentStatement'],
    update: ['payment'],
  },
};

/**
 * Announces the end of residencies: each notice once, and only if the data have not changed since they were read. Also
 * closes expired approvals.
 */
export const announcementNeeds: DataNeeds = {
  table: 'read',
  indexes: ['gsi1', 'gsi2'],
  writes: {
    put: ['audit', 'event', 'listed', 'operatorApproval', 'termNotice'],
    delete: ['requestedOperation', 'listed'],
    check: ['entity', 'person'],
  },
};

/**
 * Additional rights of a function that ends things by their date: it erases them with everything that refers to them.
 * DynamoDB grants no rights by sort key, so kinds that share a partition share these rights.
 */
export const erasingNeeds: DataNeeds = {
  table: 'none',
  writes: {
    put: ['fileErasure', 'invoice', 'retentionRun'],
    update: ['reviewAnswer'],
    delete: [
      'agreementLink',
      'amendment',
      'amendmentEntity',
      'applicantAccess',
      'application',
      'applicationOwner',
      'certificateClaim',
      'certificateRequest',
      'certificateRequestEntity',
      'fileErasure',
      'objection',
      'openAmendment',
      'proofOfAddress',
      'residencyApplication',
      'residencyApplicationRow',
      'residencyReference',
      'review',
      'reviewParty',
      'reviewAnswer',
      'reviewNote',
      'reviewOf',
      'reviewQuestion',
      'reviewWord',
      'signatureLink',
      'taxProof',
      'uploadScan',
      'visitorPass',
      'visitorPassClaim',
      'visitorPassMail',
      'visitorPassOfEmail',
      'visitorPassOfSource',
    ],
    check: ['invoice', 'review'],
  },
  documents: { erase: ['information', 'proofs-of-address', 'refused', 'tax-proofs'] },
};

/** Changes the addresses of lost-mailbox cases whose waiting period is over. */
export const mailboxNeeds: DataNeeds = {
  table: 'read',
  writes: {
    put: ['audit', 'email', 'emailChange', 'event', 'mailboxCase', 'person'],
    update: ['apiKey'],
    delete: ['email', 'listed'],
    check: ['person', 'staffMember'],
  },
};

/** Writes the registry's snapshot, which searches start from. */
export const snapshotNeeds = {
  table: 'none',
  indexes: ['gsi1', 'gsi2'],
  documents: { put: ['search'] },
} as const satisfies DataNeeds;

/** A function that consumes a queue of the outbox. */
interface QueueConsumer {
  readonly entry: string;
  readonly needs: DataNeeds;
  /** The maximum time for a batch, in seconds. The queue hides its messages six times as long, as AWS advises. */
  readonly timeout: number;
  /** How many may run in parallel: the systems that they call can't handle more. */
  readonly concurrency: number;
}

export const consumers: Readonly<Record<OutboxQueue, QueueConsumer>> = {
  mail: {
    entry: 'functions/outbox/send-mail.ts',
    // Codes and links of emails are created when they are sent, and receipts get their numbers.
    needs: {
      table: 'read',
      writes: {
        put: [
          'claimLink',
          'delivery',
          'invoice',
          'mailboxLink',
          'objectionLink',
          'receiptCounter',
          'sentEmail',
          'visitorPassMail',
        ],
        update: ['attempts', 'signInChallenge'],
      },
    },
    timeout: 60,
    concurrency: 5,
  },
  'gateway-keys': {
    entry: 'functions/outbox/keep-gateway-keys.ts',
    needs: { table: 'read', writes: { put: ['listed'], update: ['apiKey'], delete: ['listed'] } },
    timeout: 60,
    // API Gateway creates at most five keys a second for the whole account.
    concurrency: 2,
  },
  workflows: {
    entry: 'functions/outbox/start-workflows.ts',
    needs: { table: 'read' },
    timeout: 20,
    concurrency: 5,
  },
  sandbox: {
    entry: 'functions/outbox/report-payments.ts',
    needs: { table: 'read' },
    timeout: 30,
    concurrency: 2,
  },
  webhooks: {
    entry: 'functions/outbox/notify-webhooks.ts',
    needs: {
      table: 'read',
      writes: {
        put: ['audit', 'event', 'webhookDelivery', 'webhookDue'],
        update: ['webhookEndpoint'],
        delete: ['webhookDue'],
      },
    },
    // No round starts after 25 seconds, and none takes longer than a receiver's time limit.
    timeout: 60,
    // A silent receiver blocks one for 20 seconds, and an owner may have ten receivers. Functions that wait cost
    // little.
    concurrency: 100,
  },
  logouts: {
    entry: 'functions/outbox/notify-clients.ts',
    needs: {
      table: 'read',
      writes: {
        put: ['logout', 'logoutPause'],
        update: ['logout', 'logoutPause'],
        delete: ['logoutPause'],
      },
    },
    // A receiver has five seconds to respond.
    timeout: 30,
    concurrency: 10,
  },
};

/** Finds due webhooks. */
export const wakingNeeds: DataNeeds = { table: 'none', indexes: ['gsi1'] };

/** Records changes in the feeds: changes of an entity in the feeds of its representatives. */
export const changeAnnouncementNeeds = {
  getMany: ['feed', 'feedClaim', 'feedListeners'],
  query: ['representative'],
  put: ['feed', 'feedClaim', 'feedEvent'],
} as const satisfies NarrowNeeds;

/** Revokes credentials whose statements are no longer true. */
export const judgingNeeds = {
  getMany: ['credential', 'entity', 'person', 'representative'],
  query: ['credential', 'credentialOfEntity'],
  put: ['audit', 'revokedIndex'],
  update: ['credential'],
} as const satisfies NarrowNeeds;

/** Fills the queues and the feeds, from the table's stream and from the detour. */
export const router = {
  entry: 'functions/outbox/route.ts',
  timeout: 30,
  /** How many may run in parallel on the detour. */
  concurrency: 2,
} as const;

/** The queue's visibility timeout, in seconds. */
export function visibilityTimeout(queue: OutboxQueue | typeof detour): number {
  return 6 * (queue === detour ? router : consumers[queue]).timeout;
}

/** The comparison of keys with API Gateway reads all keys that have a gateway key and records its progress. */
export const reconcilingNeeds: DataNeeds = {
  table: 'read',
  writes: {
    put: ['gatewayRun', 'listed'],
    update: ['apiKey'],
    delete: ['listed'],
    check: ['keyUse'],
  },
};

/** Additional rights of functions in a sandbox, by their files: they decide cases by their names. */
export const sandboxNeeds: Readonly<Record<string, DataNeeds>> = {
  'functions/outbox/report-payments.ts': {
    table: 'read',
    writes: {
      put: [...productItems, 'audit', 'event', 'listed', 'review', 'reviewQuestion'],
      delete: ['listed'],
    },
  },
};

/** The rights of workflow tasks, by their files. */
export const taskNeeds: Readonly<Record<string, DataNeeds>> = {
  'functions/workflows/review-dispatch/create-review.ts': {
    table: 'read',
    writes: { put: ['event', 'listed', 'review', 'reviewParty', 'reviewOf', 'reviewWord'] },
  },
  'functions/workflows/review-dispatch/notify-reviewers.ts': {
    table: 'read',
    writes: { put: ['event', 'reviewDigest'] },
  },
  'functions/workflows/review-dispatch/mark-dispatched.ts': {
    table: 'read',
    writes: { put: [...productItems, 'delivery'] },
  },
  'functions/workflows/review-dispatch/mark-stuck.ts': {
    table: 'read',
    writes: { put: [...productItems, 'audit'] },
  },
  'functions/workflows/review-decision/carry-out.ts': {
    table: 'read',
    writes: {
      put: [
        ...productItems,
        'audit',
        'delivery',
        'email',
        'entity',
        'entityName',
        'event',
        'listed',
        'permitHolder',
        'person',
        'referredEntity',
        'referredPerson',
        'registryRow',
        'representative',
        'represented',
        'residency',
        'residentPermitNumber',
        'review',
      ],
      update: ['permitsFiled', 'registrySharding'],
      delete: ['certificateClaim', 'entityName', 'listed', 'openAmendment', 'permitHolder'],
      check: ['entity', 'person', 'referralCode', 'representative'],
    },
  },
  'functions/workflows/review-decision/issue-documents.ts': {
    table: 'read',
    writes: {
      put: [
        'audit',
        'certificateCode',
        'certificateRequest',
        'document',
        'event',
        'personDocument',
      ],
      check: ['amendment', 'entity'],
    },
    documents: { put: ['documents'] },
  },
  'functions/workflows/review-decision/notify-owner.ts': {
    table: 'read',
    writes: { put: [...productItems, 'delivery', 'event'] },
  },
  'functions/workflows/review-decision/mark-stuck.ts': {
    table: 'read',
    writes: { put: [...productItems, 'audit'] },
  },
  // The writes of migrations. A migration that writes something else declares it here; one that walks the whole table
  // also needs `scan`.
  'functions/workflows/migration/work.ts': {
    table: 'read',
    indexes: ['gsi1'],
    writes: { put: ['audit', 'delivery', 'event', 'migrationRun'], update: ['registryRow'] },
  },
  'functions/workflows/certificate-issuance/check-taxes.ts': {
    table: 'read',
    writes: { put: ['audit', 'certificateRequest', 'delivery', 'event'], check: ['entity'] },
  },
  'functions/workflows/certificate-issuance/issue-document.ts': {
    table: 'read',
    writes: {
      put: ['audit', 'certificateCode', 'certificateRequest', 'delivery', 'document', 'event'],
      check: ['entity'],
    },
    documents: { put: ['documents'] },
  },
  'functions/workflows/certificate-issuance/notify-requester.ts': {
    table: 'read',
    writes: { put: ['certificateRequest', 'delivery', 'event'] },
  },
  'functions/workflows/certificate-issuance/mark-stuck.ts': {
    table: 'read',
    writes: { put: ['audit', 'certificateRequest'] },
  },
};
