/** The files that other capabilities can import, in addition to routes. */
export const publicFiles: readonly string[] = [
  'contracts/admin-staff-contract',
  'contracts/approvals-contract',
  'deps/approved',
  'deps/staff-deps',
  'deps/staff-entry',
  'domain/guarded-acts',
  'domain/operator-approval',
  'domain/staff-rights',
  'errors/staff-errors',
  'pages/console-pages',
  'usecases/staff',
  'usecases/staff-status',
  'usecases/trust-passkey',
];
