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
    new ApiError(
      409,
      'The recipient reported the email as spam. Send complaint to lift that block as well.',
      {
        code: 'mail_address.only_complained',
      },
    ),
  migrationUnderWay: () =>
    new ApiError(409, 'The migration is running. Pause it first.', {
      code: 'migration.under_way',
    }),
  migrationWithoutDryRun: () =>
    new ApiError(
      409,
      'This migration has no completed dry run. Plan it first, or send withoutDryRun.',
      { code: 'migration.no_dry_run' },
    ),
  migrationNotUnderWay: () =>
    new ApiError(409, 'The migration is not running', { code: 'migration.not_under_way' }),
  approvalNotFound: () => new ApiError(404, 'Approval not found'),
  approvalSameOperator: () =>
    new ApiError(403, 'You cannot approve your own request. Another operator must approve it.', {
      code: 'approval.same_operator',
    }),
  /** To a principal whose name says nothing of the person behind it. */
  approvalUnknownOperator: () =>
    new ApiError(403, 'Can’t identify the operator behind this IAM principal', {
      code: 'approval.unknown_operator',
    }),
  approvalNotAsker: () =>
    new ApiError(403, 'Only the operator who made the request can withdraw it', {
      code: 'approval.not_asker',
    }),
  approvalOtherRequest: () =>
    new ApiError(409, 'The approval belongs to another request', {
      code: 'approval.other_request',
    }),
  approvalOutdated: () =>
    new ApiError(409, 'The data has changed since the request. Send the request again.', {
      code: 'approval.outdated',
    }),
  approvalClosed: (decision: NonNullable<ErrorExtras['decision']>) =>
    new ApiError(409, 'The approval is not pending', { code: 'approval.closed', decision }),
  importsClosed: () =>
    new ApiError(409, 'Imports are disabled while OPERATOR_APPROVALS requires a second operator', {
      code: 'import.closed',
    }),
};
