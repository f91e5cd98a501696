import * as z from 'zod/mini';

/** A JSON Schema (2020-12) or a part of one. */
export type Rule = Readonly<Record<string, unknown>>;

const rules = new WeakMap<object, Rule>();

/**
 * A zod check or schema with its JSON Schema for the published description: zod can't describe a
 * function. A later `pattern` replaces earlier ones, so it must include them.
 *
 * Patterns must work in every language's regex engine: no flags, and no `\s`, `\d`, `\w` or `\p`,
 * whose meaning differs.
 */
export function rule<Checked extends object>(described: Rule, checked: Checked): Checked {
  rules.set(checked, described);
  return checked;
}

/** The rule of a check or a schema; undefined if there is none. */
export function ruleOf(checked: object): Rule | undefined {
  return rules.get(checked);
}

/** A list as a set: in the order sent, without duplicates, at most 20. */
export function distinct<S extends z.core.$ZodType<string, string>>(element: S) {
  return z.array(element).check(
    z.maxLength(20),
    z.overwrite((values) => [...new Set(values)]),
  );
}
