import { isSameValue } from './same-value.ts';
/** The fields that a PATCH sets: absent or undefined stay as they are. */
export type Revision<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/**
 * A flat thing after a revision, and the fields with which it differs from before: none when the revision
 * says nothing new. Lists are compared in their order.
 */
export function revised<T extends object>(
  before: T,
  revision: Revision<T>,
): { readonly next: T; readonly changes: Readonly<Record<string, unknown>> } {
  const changes = Object.fromEntries(
    Object.entries(revision).filter(
      ([field, value]) => value !== undefined && !isSameValue(Reflect.get(before, field), value),
    ),
  );
  return { next: { ...before, ...changes }, changes };
}
