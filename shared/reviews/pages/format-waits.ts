import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import type { Waits } from '../domain/queue.ts';
import { waitsInTexts } from '../texts/index.ts';

const textsFor = byLocale(waitsInTexts);

/** When to expect a decision, from the duration of recent ones. Null if unknown. */
export function formatWaits(waits: Waits | null, context: Localized): string | null {
  if (waits === null) return null;
  const texts = textsFor(context);
  // Rounded up, so that the wait is not understated.
  const span = (seconds: number) => {
    const minutes = Math.max(1, Math.ceil(seconds / 60));
    if (minutes < 60) return texts.minutes(minutes);
    const hours = Math.ceil(minutes / 60);
    return hours < 48 ? texts.hours(hours) : texts.days(Math.ceil(hours / 24));
  };
  return texts.recent(span(waits.medianSeconds), span(waits.p90Seconds));
}
