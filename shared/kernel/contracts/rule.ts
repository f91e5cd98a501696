/** A JSON Schema 2020-12, or a part of one. */
export type Rule = Readonly<Record<string, unknown>>;

const rules = new WeakMap<object, Rule>();

/**
 * A check of zod's, or a schema, with what it checks in JSON Schema, for the published description: zod has no words for
 * a function. A `pattern` that is said later stands for those that were said before it: it says theirs, too.
 *
 * Patterns are searched by every language's engine: without flags, without `\s`, `\d`, `\w` and `\p`, which mean
 * something else in each.
 */
export function rule<Checked extends object>(said: Rule, checked: Checked): Checked {
  rules.set(checked, said);
  return checked;
}

/** What was said of a check or a schema; undefined: nothing. */
export function ruleOf(checked: object): Rule | undefined {
  return rules.get(checked);
}
