import type { DataNeeds, NarrowNeeds } from '../../kernel/http/data-needs.ts';

/** Looking credentials up, and nothing else that the table holds: the authorizer. */
export const authorizerNeeds = { get: ['apiKey'] } as const satisfies NarrowNeeds;

/** Publishing the keys that verify tokens, and nothing else that the table holds: their rotation. */
export const rotationNeeds = {
  query: ['signingKey'],
  put: ['signingKey'],
  update: ['signingKey'],
} as const satisfies NarrowNeeds;

/** What SES reports of mails. */
export const mailReportNeeds = {
  get: ['mailAddress'],
  put: ['audit', 'listed', 'mailAddress'],
} as const satisfies NarrowNeeds;

/** Codes and links of mails are made when they are sent; gateway keys are noted on the key. */
export const outboxNeeds: DataNeeds = {
  table: 'read',
  writes: {
    put: ['claimLink', 'delivery', 'mailed', 'objectionLink', 'visitorPassMail'],
    update: ['apiKey', 'attempts', 'signInChallenge'],
  },
};

/** Whatever is reviewed, where its state is kept. */
const subjects = [
  'amendment',
  'application',
  'certificateRequest',
  'residencyApplication',
] as const;

/** The tasks of workflows, by their files. */
export const taskNeeds: Readonly<Record<string, DataNeeds>> = {
  'functions/workflows/review-dispatch/create-review.ts': {
    table: 'read',
    writes: { put: ['listed', 'review', 'reviewOf'] },
  },
  'functions/workflows/review-dispatch/notify-reviewers.ts': {
    table: 'read',
    writes: { put: ['event'] },
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
      delete: ['certificateClaim', 'entityName', 'listed', 'openAmendment'],
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
      check: ['entity'],
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
