import { defineError } from '../../kernel/errors/api-error.ts';

export const residencyAnnulled = defineError({
  status: 409,
  code: 'residency.annulled',
  error: 'The residency is annulled',
});

/** `by`: the residency that was granted since. */
export const residencyCovered = defineError(
  {
    status: 409,
    code: 'residency.covered',
    error: 'A later residency was granted. Annul that first.',
    when: '`error_description` says which',
  },
  (by: string) => ({ error_description: `The residency ${by}: annul that first.` }),
);

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

/** `by`: the amendment that changed a field of it since; null: an operator did. */
export const amendmentCovered = defineError(
  {
    status: 409,
    code: 'filing.covered',
    error: 'A later change covers this amendment. Annul the later change first.',
    when: '`error_description` says by which amendment, or that it was an operator',
  },
  (by: string | null) => ({
    error_description:
      by === null
        ? 'An operator made the later change. Correct the legal entity instead.'
        : `By the amendment ${by}: annul that first.`,
  }),
);
