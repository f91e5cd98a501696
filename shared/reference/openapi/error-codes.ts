import type { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { errorNotes } from '../notes/error-notes.ts';

/** A code as callers meet it. */
export interface ErrorCode {
  readonly code: string;
  /** The statuses and messages under which it comes. */
  readonly answers: readonly { readonly status: number; readonly error: string }[];
  readonly meaning: string;
  readonly advice: string;
}

/** In the place of whatever a message is made of: an empty list, and a text that says that something is left out. */
const something = Object.assign([], { toString: () => '…' });

/** Every code that an error of ours can have, by groups in the order of the page. */
export function errorCodes(): readonly {
  readonly group: string;
  readonly codes: readonly ErrorCode[];
}[] {
  const known = Map.groupBy(Object.values(apiErrors).flatMap(answersOf), ({ code }) => code);
  return Object.entries(errorNotes).map(([group, notes]) => ({
    group,
    codes: Object.entries(notes).map(([code, [meaning, advice]]) => ({
      code,
      answers: (known.get(code) ?? []).map(({ status, error }) => ({ status, error })),
      meaning,
      advice,
    })),
  }));
}

/** Codes that no note explains. */
export function unexplainedCodes(): readonly string[] {
  const explained = new Set(Object.values(errorNotes).flatMap((notes) => Object.keys(notes)));
  const codes = Object.values(apiErrors).flatMap(answersOf);
  return codes.map(({ code }) => code).filter((code) => !explained.has(code));
}

function answersOf(make: (...given: never[]) => ApiError) {
  // All that errors are made of is written into messages, or read like a list.
  const { status, message, extras } = make(...([something, something] as unknown as never[]));
  const isOfScopes = message === apiErrors.insufficientPermissions().message;
  const code = extras.code ?? (isOfScopes ? 'required_scope' : null);
  return code === null ? [] : [{ code, status, error: message }];
}
