import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { Waits } from '../../reviews/domain/queue.ts';

const say = words({
  en: {
    expected: (half: string, most: string) =>
      `Half of recent decisions took up to ${half}, and 9 in 10 took up to ${most}.`,
    minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    days: (count: number) => `${count} days`,
  },
  es: {
    expected: (half: string, most: string) =>
      `La mitad de las decisiones recientes tardó hasta ${half}, y 9 de cada 10, hasta ${most}.`,
    minutes: (count: number) => (count === 1 ? '1 minuto' : `${count} minutos`),
    hours: (count: number) => (count === 1 ? '1 hora' : `${count} horas`),
    days: (count: number) => `${count} días`,
  },
});

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
