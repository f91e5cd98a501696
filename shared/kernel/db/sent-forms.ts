import { keys } from './keys.ts';
import { create, type Write } from './transact.ts';

/** A day, in seconds: longer than the form's session can live. */
const retentionSeconds = 86_400;

/** The write that claims a form for this one time; refused when it was carried out before. */
export function sentFormWrite(personId: string, formId: string, at: string): Write {
  return create({
    ...keys.sentForm(personId, formId),
    sentAt: at,
    ttl: Math.ceil(Date.parse(at) / 1000) + retentionSeconds,
  });
}
