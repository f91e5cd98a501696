import type { Spoken } from '../../kernel/domain/locale.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { scopeWords } from '../../kernel/pages/scope-words.ts';
import { words } from '../../kernel/pages/words.ts';
import { residencyTypes } from '../../people/domain/residency.ts';
import { residencyTypeName } from '../../people/pages/residency-type.ts';
import type { Activity } from '../domain/activity.ts';
import { activityFactsTexts } from '../texts/index.ts';

const say = words(activityFactsTexts);

/**
 * The changes of an action, in words, if they are meaningful to people. `keyNames`: names of keys
 * by id.
 */
export function activityFacts(
  { details }: Pick<Activity, 'details'>,
  keyNames: ReadonlyMap<string, string>,
  reader: Spoken,
): readonly string[] {
  const said = say(reader);
  const texts = (name: string) =>
    [details[name] ?? []].flat().filter((each) => typeof each === 'string');
  const fieldNames: Readonly<Record<string, string>> = said.fields;
  const named = (name: string) =>
    texts(name)
      .flatMap((each) => fieldNames[each] ?? [])
      .join(', ');
  const changed = [...new Set(['fields', 'changed', 'revised', 'proposed'].map(named))].filter(
    Boolean,
  );
  const ends = texts('terminationDate').concat(texts('expiresAt'), texts('endsAt'));
  const items = details['items'];
  return [
    ...changed.map(said.changed),
    ...texts('keyId')
      .flatMap((id) => keyNames.get(id) ?? [])
      .map(said.key),
    ...(named('shown') === '' ? [] : [said.shown(named('shown'))]),
    ...residencyTypes
      .filter((type) => texts('residencyType').includes(type))
      .map((type) => residencyTypeName(type, reader)),
    ...ends.map((at) => said.ends(dayInWords(at, reader.locale))),
    ...(typeof items === 'number' ? [said.items(items)] : []),
  ];
}

/** The rights of a created key, in words. */
export function activityRights(
  { details }: Pick<Activity, 'details'>,
  reader: Spoken,
): readonly string[] {
  const scopes: Readonly<Record<string, string>> = scopeWords(reader);
  return [details['scopes'] ?? []]
    .flat()
    .flatMap((each) => (typeof each === 'string' ? (scopes[each] ?? []) : []));
}
