/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'contracts/approvals-contract',
  'deps/approved',
  'deps/staff-deps',
  'domain/guarded-acts',
  'domain/operator-approval',
  'domain/staff-rights',
  'errors/staff-errors',
  'usecases/staff',
  'usecases/standing',
];
