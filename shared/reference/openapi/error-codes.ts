import * as accessErrors from '../../access/errors/access-errors.ts';
import * as mailboxErrors from '../../account/errors/mailbox-errors.ts';
import * as amendmentErrors from '../../amendments/errors/amendment-errors.ts';
import * as certificateErrors from '../../certificates/errors/certificate-errors.ts';
import * as credentialErrors from '../../credentials/errors/credential-errors.ts';
import * as documentErrors from '../../documents/errors/document-errors.ts';
import * as eventErrors from '../../events/errors/event-errors.ts';
import * as incorporationErrors from '../../incorporation/errors/incorporation-errors.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import * as clientErrors from '../../oauth/errors/client-errors.ts';
import * as paymentErrors from '../../payments/errors/payment-errors.ts';
import * as peopleErrors from '../../people/errors/people-errors.ts';
import * as platformErrors from '../../platform/errors/platform-errors.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import * as residencyErrors from '../../residency/errors/residency-errors.ts';
import * as reviewErrors from '../../reviews/errors/review-errors.ts';
import * as staffErrors from '../../staff/errors/staff-errors.ts';
import { errorNotes } from './field-notes.ts';

/** All modules that define errors, except OAuth's, whose codes come from the standards. */
const modules: readonly Readonly<Record<string, unknown>>[] = [
  apiErrors,
  accessErrors,
  mailboxErrors,
  peopleErrors,
  eventErrors,
  residencyErrors,
  documentErrors,
  clientErrors,
  registryErrors,
  incorporationErrors,
  amendmentErrors,
  certificateErrors,
  credentialErrors,
  paymentErrors,
  reviewErrors,
  staffErrors,
  platformErrors,
];

/** A placeholder for variable parts of a message. */
const something = Object.assign([], { toString: () => '…' });

/** Every defined error; variable parts of messages are `…`. */
export const definedErrors: readonly ErrorCase[] = modules
  .flatMap((module) => Object.values(module))
  .flatMap((value) => {
    if (typeof value !== 'function') return [];
    const defined: unknown = 'status' in value ? value : value(something, something);
    return isErrorCase(defined) ? [defined] : [];
  });

function isErrorCase(value: unknown): value is ErrorCase {
  return typeof value === 'function' && 'status' in value && 'error' in value;
}

/** An error code with its answers. */
interface ErrorCode {
  readonly code: string;
  /** The statuses and messages with this code. */
  readonly answers: readonly { readonly status: number; readonly error: string }[];
  readonly meaning: string;
  readonly advice: string;
}

/** The code of errors that name a `required_scope`. */
const ofScopes = apiErrors.insufficientPermissions.code;

/** The groups of the errors page, in its order. */
const groups = [
  'Every call',
  'Pages',
  'Events',
  'Legal entities and applications',
  'Filings',
  'Vouchers and invoices',
  'Questions of reviewers',
  'Uploads',
  'Keys and accounts',
  'For operators',
  'Webhooks',
];

/** Every error code of the service, by group in page order. */
export function errorCodes(): readonly {
  readonly group: string;
  readonly codes: readonly ErrorCode[];
}[] {
  const known = Map.groupBy(definedErrors, ({ code }) => code);
  return groups.map((group) => ({
    group,
    codes: errorNotes
      .flatMap((notes) => Object.entries(notes[group] ?? {}))
      .map(([code, [meaning, advice]]) => ({
        code,
        answers: answersOf(known.get(code === 'required_scope' ? ofScopes : code) ?? []),
        meaning,
        advice,
      })),
  }));
}

/** Codes without a note. */
export function unexplainedCodes(): readonly string[] {
  const explained = new Set(
    errorNotes.flatMap((notes) => groups.flatMap((group) => Object.keys(notes[group] ?? {}))),
  );
  return definedErrors.flatMap(({ code }) => code ?? []).filter((code) => !explained.has(code));
}

/** Without duplicates, in order. */
function answersOf(errors: readonly ErrorCase[]) {
  const answers = new Map(
    errors.map(({ status, error }) => [`${status} ${error}`, { status, error }] as const),
  );
  return [...answers.keys()].toSorted().flatMap((key) => answers.get(key) ?? []);
}
