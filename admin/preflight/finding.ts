import type { Asked } from './account.ts';

/** A finding and the advice. */
export interface Finding {
  readonly weight: 'ok' | 'note' | 'BLOCKER';
  readonly about: string;
  readonly found: string;
  /** What to do; absent if all is well. */
  readonly advice?: string;
}

export const ok = (about: string, found: string): Finding => ({ weight: 'ok', about, found });

export const note = (about: string, found: string, advice: string): Finding => ({
  weight: 'note',
  about,
  found,
  advice,
});

export const blocker = (about: string, found: string, advice: string): Finding => ({
  weight: 'BLOCKER',
  about,
  found,
  advice,
});

/** Judges an answer of AWS. A failed request is only a note, because the caller may lack a permission. */
export function known<T>(about: string, asked: Asked<T>, judge: (found: T) => Finding): Finding {
  if ('said' in asked) return judge(asked.said);
  return note(
    about,
    `not known: ${asked.unknown}`,
    'Look in the console, or use credentials that may read it.',
  );
}
