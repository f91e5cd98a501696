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

/** Of reviews, their questions, and the staff who decides them. */
export const reviewMessages = {
  objectionsUnanswered: () =>
    new ApiError(
      409,
      'Representatives have objected. To approve, send your `answer` and the number of `objections` that it answers.',
      { code: 'review.objections_unanswered' },
    ),
  objectionsChanged: () =>
    new ApiError(409, 'There are new objections. Read them and answer all.', {
      code: 'review.objections_changed',
    }),
  /** For reviewers and operators, with the decision that counts. */
  reviewNotPending: (decision: NonNullable<ErrorExtras['decision']>) =>
    new ApiError(409, 'The review is not pending', { code: 'review.not_pending', decision }),
  /** One question is open at a time. */
  informationRequested: () =>
    new ApiError(409, 'The applicant has not answered the open question yet', {
      code: 'review.information_requested',
    }),
  /** To a test helper that comes before its reviewer's task, or before the submission. */
  reviewNotThere: () =>
    new ApiError(409, 'The case is not under review yet. Submit it, or try again in a moment.', {
      code: 'review.not_there',
      headers: { 'retry-after': '1' },
    }),
  /** What is reviewed was withdrawn, or was decided without its review. */
  reviewedCaseClosed: () =>
    new ApiError(409, 'The case is no longer under review', { code: 'review.case_closed' }),
  /** To whoever answers what nobody has asked. */
  informationNotRequested: () =>
    new ApiError(409, 'No information is requested', { code: 'information.not_requested' }),
  informationAnswered: () =>
    new ApiError(409, 'The question is already answered', { code: 'information.answered' }),
  /** The answer is to an earlier question. */
  informationOtherQuestion: () =>
    new ApiError(409, 'A newer question is open. Read the case again.', {
      code: 'information.other_question',
    }),
  informationClosed: () =>
    new ApiError(409, 'The case is no longer under review', { code: 'information.closed' }),
  /** To someone of the staff whose role lets them look, and not act. */
  staffNotAllowed: () =>
    new ApiError(403, 'Your role does not allow this', { code: 'staff.not_allowed' }),
  /** To someone of the staff who has not confirmed with a passkey, a short time ago, that it is them. */
  staffPasskey: () =>
    new ApiError(403, 'A decision needs your passkey, used within the last 15 minutes', {
      code: 'staff.passkey_required',
    }),
  /** Operators gave them another role between the form and its effect: nothing was done. */
  staffChanged: () =>
    new ApiError(409, 'Your role has just changed, and nothing was done. Load the page again.', {
      code: 'staff.changed',
    }),
  staffMember: () => new ApiError(409, 'Already a staff member', { code: 'staff.member' }),
  staffAuditorAlone: () =>
    new ApiError(409, 'An auditor cannot decide cases, and cannot have another role', {
      code: 'staff.auditor_alone',
    }),
  /** To operators: the version that they have read is not the current one. */
  staffVersion: () =>
    new ApiError(409, 'This staff member has changed. Read it again.', {
      code: 'staff.version',
    }),
  /** To whoever approved first, or is no senior reviewer: another person approves second. */
  reviewOtherPerson: () =>
    new ApiError(403, 'Another person, a senior reviewer, must give the second approval', {
      code: 'review.other_person',
    }),
  /** To operators: who they are as persons nobody knows. */
  reviewTwoPersons: () =>
    new ApiError(403, 'Two staff members must approve this in the portal', {
      code: 'review.two_persons',
    }),
  /** What someone applied for is decided by someone else. */
  reviewOfOwn: () => new ApiError(403, 'You cannot decide your own case', { code: 'review.own' }),
};
