import { detour, type OutboxQueue } from '../../kernel/domain/outbox-queue.ts';
import type { DataNeeds, NarrowNeeds } from '../../kernel/http/data-needs.ts';
import { receivePaymentWebhook } from '../../payments/routes/checkout-routes.ts';

/** Looking credentials up, and nothing else that the table holds: the authorizer. */
export const authorizerNeeds = { get: ['apiKey'] } as const satisfies NarrowNeeds;

/** Publishing the keys that verify tokens, and nothing else that the table holds: their rotation. */
export const rotationNeeds = {
  query: ['signingKey'],
  put: ['signingKey'],
  update: ['signingKey'],
} as const satisfies NarrowNeeds;

/** What SES reports of emails. */
export const mailReportNeeds = {
  get: ['mailAddress'],
  put: ['audit', 'listed', 'mailAddress'],
} as const satisfies NarrowNeeds;

/** Keeping what a scanner finds in uploaded files, and setting those apart in which it finds malware. */
export const scanNeeds: DataNeeds = {
  table: 'read',
  writes: { put: ['audit', 'event', 'uploadScan'] },
  documents: {
    get: ['information', 'mailbox-evidence', 'proofs-of-address', 'tax-proofs'],
    put: ['refused'],
    remove: ['information', 'mailbox-evidence', 'proofs-of-address', 'tax-proofs'],
  },
};

/** Counting the reviews that wait, and wanting the mail about them: places on lists, and nothing of what is reviewed. */
export const measuringNeeds = {
  get: ['reviewCounts', 'reviewDigest'],
  query: ['listed'],
  put: ['event', 'reviewCounts', 'reviewDigest'],
} as const satisfies NarrowNeeds;

/** What follows from a provider's answer is what follows from its report; a statement reports more. */
export const askingNeeds: DataNeeds = {
  table: 'read',
  indexes: ['gsi1'],
  writes: {
    ...receivePaymentWebhook.writes,
    put: [...receivePaymentWebhook.writes.put, 'paymentReturn', 'paymentStatement'],
    update: ['payment'],
  },
};

/** Telling of residencies that end: each notice once, and only of what is as it was read. Closing approvals that have expired. */
export const announcementNeeds: DataNeeds = {
  table: 'read',
  indexes: ['gsi1', 'gsi2'],
  writes: {
    put: ['audit', 'event', 'listed', 'operatorApproval', 'termNotice'],
    delete: ['askedRequest', 'listed'],
    check: ['entity', 'person'],
  },
};

/**
 * What else a function needs that ends things by their date: erasing these things with all that refers to
 * them. The table's schema has no rights by sort key, so kinds that share a partition share them.
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
      'reviewAbout',
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

/** Changing the addresses of cases of lost mailboxes whose wait is over. */
export const mailboxNeeds: DataNeeds = {
  table: 'read',
  writes: {
    put: ['audit', 'email', 'emailChange', 'event', 'mailboxCase', 'person'],
    update: ['apiKey'],
    delete: ['email', 'listed'],
    check: ['person', 'staffMember'],
  },
};

/** Writing the registry's snapshot, from which searches start. */
export const snapshotNeeds = {
  table: 'none',
  indexes: ['gsi1', 'gsi2'],
  documents: { put: ['search'] },
} as const satisfies DataNeeds;

/** A function that consumes a queue of the outbox. */
interface QueueConsumer {
  readonly entry: string;
  readonly needs: DataNeeds;
  /** Seconds that one batch may take. The queue hides its messages for six times as long, as AWS advises. */
  readonly timeout: number;
  /** How many of them may run in parallel: what they call can't take more. */
  readonly concurrency: number;
}

/** The consumer of each queue. */
export const consumers: Readonly<Record<OutboxQueue, QueueConsumer>> = {
  mail: {
    entry: 'functions/outbox/send-mail.ts',
    // Codes and links of emails are made when they are sent, and receipts get their numbers.
    needs: {
      table: 'read',
      writes: {
        put: [
          'claimLink',
          'delivery',
          'invoice',
          'mailboxLink',
          'mailed',
          'objectionLink',
          'receiptCounter',
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
    // API Gateway makes five keys a second, for the whole account.
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
    // No round is begun after 25 seconds, and none takes longer than a receiver may.
    timeout: 60,
    // A silent receiver holds one for 20 seconds, an owner may have ten of them, and a function that waits costs little.
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
    // A receiver has five seconds.
    timeout: 30,
    concurrency: 10,
  },
};

/** Finding webhooks that are due. */
export const wakingNeeds: DataNeeds = { table: 'none', indexes: ['gsi1'] };

/** Records changes in the feeds: changes of an entity in the feeds of its representatives. */
export const changeAnnouncementNeeds = {
  getMany: ['feed', 'feedClaim', 'feedListeners'],
  query: ['representative'],
  put: ['feed', 'feedClaim', 'feedEvent'],
} as const satisfies NarrowNeeds;

/** Revoking credentials that say what is no longer so. */
export const judgingNeeds = {
  getMany: ['credential', 'entity', 'person', 'representative'],
  query: ['credential', 'credentialOfEntity'],
  put: ['audit', 'revokedPlace'],
  update: ['credential'],
} as const satisfies NarrowNeeds;

/** What fills the queues and the feeds, from the table's stream and from the detour. */
export const router = {
  entry: 'functions/outbox/route.ts',
  timeout: 30,
  /** How many of them may run in parallel on the detour. */
  concurrency: 2,
} as const;

/** The queue's visibility timeout, in seconds. */
export function visibilityTimeout(queue: OutboxQueue | typeof detour): number {
  return 6 * (queue === detour ? router : consumers[queue]).timeout;
}

/** What compares keys and API Gateway walks through the keys that have a gateway key, and notes how far it is. */
export const reconcilingNeeds: DataNeeds = {
  table: 'read',
  writes: {
    put: ['gatewayRun', 'listed'],
    update: ['apiKey'],
    delete: ['listed'],
    check: ['keyUse'],
  },
};

/** The items with the state of reviewed cases. */
const subjects = [
  'amendment',
  'application',
  'certificateRequest',
  'residencyApplication',
] as const;

/** What functions may also do in a sandbox deployment, by their files: decide cases by their names. */
export const sandboxNeeds: Readonly<Record<string, DataNeeds>> = {
  'functions/outbox/report-payments.ts': {
    table: 'read',
    writes: {
      put: [...subjects, 'audit', 'event', 'listed', 'review', 'reviewQuestion'],
      delete: ['listed'],
    },
  },
};

/** The tasks of workflows, by their files. */
export const taskNeeds: Readonly<Record<string, DataNeeds>> = {
  'functions/workflows/review-dispatch/create-review.ts': {
    table: 'read',
    writes: { put: ['event', 'listed', 'review', 'reviewAbout', 'reviewOf', 'reviewWord'] },
  },
  'functions/workflows/review-dispatch/notify-reviewers.ts': {
    table: 'read',
    writes: { put: ['event', 'reviewDigest'] },
  },
  'functions/workflows/review-dispatch/mark-dispatched.ts': {
    table: 'read',
    writes: { put: [...subjects, 'delivery'] },
  },
  'functions/workflows/review-dispatch/mark-stuck.ts': {
    table: 'read',
    writes: { put: [...subjects, 'audit'] },
  },
  'functions/workflows/review-decision/carry-out.ts': {
    table: 'read',
    writes: {
      put: [
        ...subjects,
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
      update: ['permitsFiled', 'registrySpread'],
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
    writes: { put: [...subjects, 'delivery', 'event'] },
  },
  'functions/workflows/review-decision/mark-stuck.ts': {
    table: 'read',
    writes: { put: [...subjects, 'audit'] },
  },
  // What migrations change: one that changes something else declares it here, one that walks the table `scan`.
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
