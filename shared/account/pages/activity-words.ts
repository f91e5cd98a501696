import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { Activity } from '../domain/activity.ts';
import { activityTexts } from '../texts/index.ts';

const say = words(activityTexts);

/** What was done, in words; an act without words is shown by its name. */
export function activityWords(
  { action, outcome }: Pick<Activity, 'action' | 'outcome'>,
  reader: Spoken,
): string {
  const { whole, things, steps, refused } = say(reader);
  const ending = outcome === 'refused' ? refused : '';
  const known: Readonly<Record<string, string>> = whole;
  const [type = '', step = ''] = action.split('.');
  const thing = wordOf(things, type);
  const what = wordOf(steps, step);
  const text =
    known[action] ?? (thing === undefined || what === undefined ? action : `${thing}: ${what}`);
  return text + ending;
}

function wordOf(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return texts[name];
}
