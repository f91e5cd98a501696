import type * as z from 'zod/mini';
import type { Locale } from '../../kernel/domain/locale.ts';
import { maxViolations, type Violation } from '../../kernel/errors/api-error.ts';
import type { Form, FormErrors } from '../../kernel/http/form.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { formErrorTexts } from '../../kernel/texts/index.ts';

type Issue = z.core.$ZodIssue;

/** The contract's names for violations (spec 2.1), for the issues that zod reports. */
const codes: Partial<Record<string, string>> = {
  invalid_value: 'invalid_enum_value',
  invalid_format: 'invalid_string',
};

/** The longest path segment in a body, in characters: the sender chooses the keys of a map. */
const maxSegmentLength = 100;

/**
 * zod's issues in the contract's format: `expected` and `received` name types or allowed values.
 *
 * A missing field is `Required`, unless one of our own rules has a better message. No value from
 * the caller is repeated. Returns one more than fits into a response, to show that there are more.
 */
export function violations(issues: readonly Issue[], input: unknown): readonly Violation[] {
  return issues.slice(0, maxViolations + 1).map((issue) => {
    const received = typeName(valueAt(input, issue.path));
    const expected = expectedOf(issue);
    return {
      code: codes[issue.code] ?? issue.code,
      ...(expected !== undefined && { expected }),
      received,
      path: issue.path.map((segment) =>
        typeof segment === 'number' ? segment : String(segment).slice(0, maxSegmentLength),
      ),
      message: received === 'undefined' && issue.code !== 'custom' ? 'Required' : messageOf(issue),
    };
  });
}

/** With many allowed values zod's message repeats `expected`. */
function messageOf(issue: Issue): string {
  return issue.code === 'invalid_value' && issue.values.length > 20
    ? 'Must be one of the values in `expected`'
    : issue.message;
}

function expectedOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected;
    case 'invalid_value':
      return allowed(issue.values);
    case 'invalid_union':
      return 'options' in issue ? allowed(issue.options) : undefined;
    case 'invalid_format':
      return issue.format;
    case 'too_small':
      return `${issue.origin} of at least ${issue.minimum}`;
    case 'too_big':
      return `${issue.origin} of at most ${issue.maximum}`;
    default:
      return undefined;
  }
}

function allowed(values: readonly unknown[] | undefined): string | undefined {
  return values?.map((value) => JSON.stringify(value)).join(' | ');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) {
      return undefined;
    }
    value = Reflect.get(value, segment);
  }
  return value;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

const texts = byLocale(formErrorTexts);

/** A form schema's error message in a language; null if that language lacks it. */
export function complaintIn(locale: Locale, message: string): string | null {
  const { messages, patterns } = texts({ locale });
  const known = messages[message];
  if (known !== undefined) return known;
  const [pattern, text] = patterns.find(([each]) => each.test(message)) ?? [];
  return pattern !== undefined && text !== undefined ? message.replace(pattern, text) : null;
}

/** A form with errors in the language of the page that shows it again. */
export function formIn<T>(locale: Locale, form: Form<T>): Form<T> {
  if (form.ok) return form;
  const errors: FormErrors = Object.fromEntries(
    Object.entries(form.errors).map(([field, message]) => [
      field,
      complaintIn(locale, message) ?? message,
    ]),
  );
  return { ...form, errors };
}
