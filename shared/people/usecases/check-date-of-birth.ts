import { apiErrors } from '../../kernel/errors/errors.ts';

/** Error: 400 for a calendar date that is in the future at `now`, in UTC; `path` is where the body has it. */
export function checkDateOfBirth(
  date: string | null | undefined,
  now: string,
  path: readonly string[] = ['dateOfBirth'],
): void {
  const today = now.slice(0, 10);
  if (date === null || date === undefined || date <= today) return;
  throw apiErrors.invalidBody([
    {
      code: 'too_big',
      expected: `date of at most ${today}`,
      received: 'string',
      path,
      message: 'Must not be in the future',
    },
  ]);
}
