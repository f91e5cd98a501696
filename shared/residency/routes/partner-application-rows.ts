import type { ErrorCase } from '../../kernel/http/route.ts';

/** What the rows of partners' residency applications have in common. */
export const residencyNotFound: ErrorCase = {
  status: 404,
  error: 'Residency application not found',
  when: 'it does not exist, or is another integration’s',
};
export const notDraft: ErrorCase = {
  status: 400,
  error: 'Residency application is not in draft status',
};
export const noProof: ErrorCase = {
  status: 400,
  error: 'Please provide proof of address before continuing.',
};
export const foreignRedirect: ErrorCase = {
  status: 400,
  error: 'redirectUrl is not allowed for this integration.',
  when: 'its origin is not approved for the integration',
};

const shared = {
  tag: 'Partners',
  limit: 'partner',
  service: true,
  notFound: residencyNotFound.error,
  spec: '4.17',
} as const;
export const read = {
  ...shared,
  method: 'GET',
  auth: { scheme: 'partner', scope: 'partner:person.application.read' },
  table: 'read',
} as const;
export const written = {
  ...shared,
  entry: 'functions/partner/write.ts',
  table: 'read',
  idempotent: 'answer-or-effect',
} as const;
