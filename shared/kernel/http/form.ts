import * as z from 'zod/mini';
import type { Schema } from './route.ts';

/**
 * Fields as they were sent, so the page can show them again; a field that was not sent is absent.
 */
export type FormValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The first error of each field, by the field's name, in the order of the form. */
export type FormErrors = Readonly<Record<string, string>>;

/** A submitted form: parsed by its row's schema, or its errors. */
export type Form<T> =
  | { readonly ok: true; readonly values: FormValues; readonly data: T }
  | { readonly ok: false; readonly values: FormValues; readonly errors: FormErrors };

/**
 * Checks a parsed form with the row's schema, whose messages address the person who fills it in.
 */
export function checkForm(schema: Schema, fields: unknown): Form<unknown> {
  // The result of parsing any form body.
  const values = fields as FormValues;
  const result = z.safeParse(schema, fields);
  if (result.success) return { ok: true, values, data: result.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[String(path[0])] ??= message;
  return { ok: false, values, errors };
}
