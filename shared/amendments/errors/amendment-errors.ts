import { defineError } from '../../kernel/errors/api-error.ts';

export const amendmentNotFound = defineError({
  status: 404,
  code: 'filing.not_found',
  error: 'Amendment filing not found',
  when: 'The entity has no filing with this id.',
}); // 4.15

export const filingLocked = defineError({
  status: 409,
  code: 'filing.locked',
  error: 'The open amendment filing is locked',
  when: 'The amendment is waiting for payment or review, or it is decided.',
}); // 4.15

export const filingAlreadySigned = defineError({
  status: 409,
  code: 'filing.already_signed',
  error: 'The amendment filing has already been signed',
});

export const filingChanged = defineError({
  status: 409,
  code: 'filing.changed',
  error: 'The amendment filing has changed. Read it again.',
});

export const filingWithoutChanges = defineError({
  status: 409,
  code: 'filing.no_changes',
  error: 'The amendment filing proposes no change',
});

export const filingUnsigned = (before: 'payment' | 'submission') =>
  defineError({
    status: 400,
    code: 'filing.not_signed',
    error: `Amendment filing must be signed before ${before}`,
  }); // 4.15

export const filingUnpaid = defineError({
  status: 402,
  code: 'invoice_not_paid',
  error: 'The invoice of the amendment filing is not paid',
}); // 4.15

export const filingNotPendingReview = defineError({
  status: 409,
  code: 'filing.not_pending_review',
  error: 'The amendment filing is not under review',
});

export const filingNotPendingPayment = defineError({
  status: 409,
  code: 'filing.not_pending_payment',
  error: 'The amendment filing is not waiting for payment or submission',
});

/** For an objection after the decision. */
export const filingDecided = defineError({
  status: 409,
  code: 'filing.decided',
  error: 'The amendment filing has been decided',
});

export const amendmentNotApproved = defineError({
  status: 409,
  code: 'filing.not_approved',
  error: 'The amendment filing is not approved',
});

export const amendmentAnnulled = defineError({
  status: 409,
  code: 'filing.annulled',
  error: 'The amendment is annulled',
});

/** `by`: the amendment that changed a field of it since; null if an operator did. */
export const amendmentCovered = defineError(
  {
    status: 409,
    code: 'filing.covered',
    error: 'A later change covers this amendment. Annul the later change first.',
    when: 'Another amendment or an operator changed the same fields later. `error_description` names which.',
  },
  (by: string | null) => ({
    error_description:
      by === null
        ? 'An operator made the later change. Correct the legal entity instead.'
        : `The later change is the amendment ${by}.`,
  }),
);
