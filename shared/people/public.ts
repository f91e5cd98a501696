/** The files that other capabilities can import, in addition to routes. */
export const publicFiles: readonly string[] = [
  'contracts/admin-people-contract',
  'contracts/present-person',
  'db/email-changes',
  'db/people',
  'db/people-checks',
  'db/residents',
  'domain/person',
  'domain/residency',
  'domain/rpn',
  'domain/same-person',
  'errors/people-errors',
  'pages/residency-type',
  'texts/es',
  'usecases/read-people',
  'usecases/register-person',
  'usecases/residency',
];
