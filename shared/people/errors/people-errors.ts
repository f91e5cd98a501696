import { defineError } from '../../kernel/errors/api-error.ts';

export const emailTaken = defineError({
  status: 409,
  code: 'person.email_taken',
  error: 'Another person has this e-mail address',
});

export const residencyEndsEarlier = defineError({
  status: 409,
  code: 'residency.ends_earlier',
  error: 'The residency ends before this date',
});

export const mayHavePermit = defineError(
  {
    status: 409,
    code: 'person.may_have_permit',
    error:
      'A person with a permit number may be the same person. Compare them. To grant another number, send a `samePersonReason`.',
    when: '`similarPeople` has the ids of those people.',
  },
  (similarPeople: readonly string[]) => ({ similarPeople }),
);
