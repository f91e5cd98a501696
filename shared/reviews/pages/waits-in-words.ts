import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { Waits } from '../domain/queue.ts';
import { waitsInTexts } from '../texts/index.ts';

const say = words(waitsInTexts);

/** When to expect a decision, from the duration of recent ones. Null if unknown. */
export function waitsInWords(waits: Waits | null, reader: Spoken): string | null {
  if (waits === null) return null;
  const said = say(reader);
  // Rounded up, so that the wait is not understated.
  const span = (seconds: number) => {
    const minutes = Math.max(1, Math.ceil(seconds / 60));
    if (minutes < 60) return said.minutes(minutes);
    const hours = Math.ceil(minutes / 60);
    return hours < 48 ? said.hours(hours) : said.days(Math.ceil(hours / 24));
  };
  return said.recent(span(waits.medianSeconds), span(waits.p90Seconds));
}
