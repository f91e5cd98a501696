import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { formatDay } from '../../kernel/pages/format-dates.ts';
import { scopeTextsFor } from '../../kernel/pages/scope-texts.ts';
import { residencyTypes } from '../../people/domain/residency.ts';
import { residencyTypeName } from '../../people/pages/residency-type.ts';
import type { Activity } from '../domain/activity.ts';
import { activityFactsTexts } from '../texts/index.ts';

const textsFor = byLocale(activityFactsTexts);

/**
 * The changes of an action, in words, if they are meaningful to people. `keyNames`: names of keys
 * by id.
 */
export function activityFacts(
  { details }: Pick<Activity, 'details'>,
  keyNames: ReadonlyMap<string, string>,
  context: Localized,
): readonly string[] {
  const pageTexts = textsFor(context);
  const texts = (name: string) =>
    [details[name] ?? []].flat().filter((each) => typeof each === 'string');
  const fieldNames: Readonly<Record<string, string>> = pageTexts.fields;
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
    ...changed.map(pageTexts.changed),
    ...texts('keyId')
      .flatMap((id) => keyNames.get(id) ?? [])
      .map(pageTexts.key),
    ...(named('disclosed') === '' ? [] : [pageTexts.disclosed(named('disclosed'))]),
    ...residencyTypes
      .filter((type) => texts('residencyType').includes(type))
      .map((type) => residencyTypeName(type, context)),
    ...ends.map((at) => pageTexts.ends(formatDay(at, context.locale))),
    ...(typeof items === 'number' ? [pageTexts.items(items)] : []),
  ];
}

/** The rights of a created key, in words. */
export function activityRights(
  { details }: Pick<Activity, 'details'>,
  context: Localized,
): readonly string[] {
  const scopes: Readonly<Record<string, string>> = scopeTextsFor(context);
  return [details['scopes'] ?? []]
    .flat()
    .flatMap((each) => (typeof each === 'string' ? (scopes[each] ?? []) : []));
}
