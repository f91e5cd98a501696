import { ApiError, type ErrorExtras } from './api-error.ts';

/** Of what operators make, import and approve. */
export const operatorMessages = {
  voucherCodeTaken: () =>
    new ApiError(409, 'A voucher with this code already exists', { code: 'voucher.code_taken' }),
  referralCodeTaken: () =>
    new ApiError(409, 'This referral code already exists', { code: 'referral.code_taken' }),
  reservedNameTaken: () =>
    new ApiError(409, 'This name is already reserved', { code: 'reserved_name.taken' }),
  mailOnlyComplained: () =>
    new ApiError(409, 'The reader has complained: say with complaint that it is lifted, too', {
      code: 'mail_address.only_complained',
    }),
  migrationUnderWay: () =>
    new ApiError(409, 'The migration is under way: pause it first', {
      code: 'migration.under_way',
    }),
  migrationWithoutDryRun: () =>
    new ApiError(
      409,
      'This migration had no dry run that came to its end: plan it first, or say withoutDryRun',
      { code: 'migration.no_dry_run' },
    ),
  migrationNotUnderWay: () =>
    new ApiError(409, 'The migration is not under way', { code: 'migration.not_under_way' }),
  approvalNotFound: () => new ApiError(404, 'Approval not found'),
  approvalSameOperator: () =>
    new ApiError(403, 'Another operator than the one who asked has to approve', {
      code: 'approval.same_operator',
    }),
  /** To a principal whose name says nothing of the person behind it. */
  approvalUnknownOperator: () =>
    new ApiError(403, 'This principal does not tell which operator it is', {
      code: 'approval.unknown_operator',
    }),
  approvalNotAsker: () =>
    new ApiError(403, 'Only the operator who asked can withdraw it', {
      code: 'approval.not_asker',
    }),
  approvalOtherRequest: () =>
    new ApiError(409, 'The approval is of another request', { code: 'approval.other_request' }),
  approvalOutdated: () =>
    new ApiError(409, 'What the request changes has been changed since: ask again', {
      code: 'approval.outdated',
    }),
  approvalClosed: (decision: NonNullable<ErrorExtras['decision']>) =>
    new ApiError(409, 'The approval is not pending', { code: 'approval.closed', decision }),
  importsClosed: () =>
    new ApiError(409, 'No register moves in while OPERATOR_APPROVALS asks for a second operator', {
      code: 'import.closed',
    }),
};
