import type { Asked, Finding } from './account.ts';

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

/** A finding of what was said; what could not be asked is a note, for whoever asks may lack a right. */
export function known<T>(about: string, asked: Asked<T>, judge: (said: T) => Finding): Finding {
  if ('said' in asked) return judge(asked.said);
  return note(about, `not known: ${asked.unknown}`, 'Look yourself, or ask as someone who may.');
}
