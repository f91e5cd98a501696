import type { Spoken } from '../../kernel/domain/locale.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import { words } from '../../kernel/pages/words.ts';
import type { Waits } from '../domain/queue.ts';
import { waitsInTexts } from '../texts/index.ts';

const say = words(waitsInTexts);

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
