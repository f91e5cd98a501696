import type { Spoken } from '../../kernel/domain/locale.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import { words } from '../../kernel/pages/words.ts';
import type { Waits } from '../domain/queue.ts';

const say = words({
  en: {
    lately: (half: string, most: string) =>
      `Recently, half of these cases were decided within ${half}, and 9 out of 10 within ${most}.`,
    hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    days: (count: number) => `${count} days`,
  },
  es: {
    lately: (half: string, most: string) =>
      `Últimamente, la mitad de estos casos se decidió en ${half} o menos, y 9 de cada 10 en ${most} o menos.`,
    hours: (count: number) => (count === 1 ? '1 hora' : `${count} horas`),
    days: (count: number) => `${count} días`,
  },
});

/** How long decisions took of late, for somebody who waits for one; nothing where that is not known. */
export function waitsInWords(waits: Waits | null, reader: Spoken): Content {
  if (waits === null) return null;
  const said = say(reader);
  const span = (seconds: number) => {
    const hours = Math.max(1, Math.ceil(seconds / 3600));
    return hours < 48 ? said.hours(hours) : said.days(Math.ceil(hours / 24));
  };
  return html`<p>${said.lately(span(waits.medianSeconds), span(waits.p90Seconds))}</p>`;
}
