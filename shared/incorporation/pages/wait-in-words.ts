import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { waitInTexts } from '../texts/index.ts';

const say = words(waitInTexts);

/** When a decision is to be expected, as others waited lately; null where nobody has. */
export function expectedIn(waits: Waits | null, reader: Spoken): string | null {
  if (waits === null) return null;
  const { medianSeconds, p90Seconds } = waits;
  return say(reader).expected(waitInWords(medianSeconds, reader), waitInWords(p90Seconds, reader));
}

/** Rounded up, so that nobody takes it for shorter than it is. */
function waitInWords(seconds: number, reader: Spoken): string {
  const said = say(reader);
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 60) return said.minutes(minutes);
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? said.hours(hours) : said.days(Math.ceil(hours / 24));
}
