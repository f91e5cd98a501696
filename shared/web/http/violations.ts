import type * as z from 'zod/mini';
import type { Locale } from '../../kernel/domain/locale.ts';
import { maxViolations, type Violation } from '../../kernel/errors/api-error.ts';
import type { Form, FormErrors } from '../../kernel/http/form.ts';

type Issue = z.core.$ZodIssue;

/** Names that the contract's violations go by (spec 2.1), for the issues that zod reports. */
const codes: Partial<Record<string, string>> = {
  invalid_value: 'invalid_enum_value',
  invalid_format: 'invalid_string',
};

/** Longest segment of a path in a body, in characters: the sender names the keys of a map. */
const maxSegmentLength = 100;

/**
 * zod's issues as the contract publishes them: `expected` and `received` name types or allowed values.
 *
 * What is missing is `Required`, unless a rule of the service's own says it better. No value that a caller sent is repeated. One more than fits into an answer is returned, to show that there
 * are more.
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

/** With many allowed values zod's words are as long as `expected`, and the same. */
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

/** Complaints of the forms' schemas, as they are there, and in Spanish. */
const spanish: Readonly<Record<string, string>> = {
  'Choose at least one thing for the proof to show':
    'Elija al menos una cosa que muestre el comprobante',
  'Choose at least one thing that the application can ask for':
    'Elija al menos una cosa que la aplicación pueda pedir',
  'Choose how long the key is valid': 'Elija por cuánto tiempo es válida la clave',
  'Choose how long the proof is valid': 'Elija por cuánto tiempo es válido el comprobante',
  'Choose from the list': 'Elija de la lista',
  'Choose one of your keys': 'Elija una de sus claves',
  'Choose what to add to the wallet': 'Elija qué añadir a la cartera',
  'Choose what the key is for': 'Elija para qué es la clave',
  'Choose what the payer does': 'Elija qué hace quien paga',
  'Choose whether the application is yours': 'Elija si la solicitud es suya',
  'Choose whether to allow access': 'Elija si permite el acceso',
  'Choose whether to open the account or to object': 'Elija si abre la cuenta o se opone',
  'Choose whether to pay or to cancel': 'Elija si paga o cancela',
  'Enter at least one redirect URI': 'Escriba al menos una URI de redirección',
  'Enter at most ten redirect URIs': 'Escriba diez URI de redirección como máximo',
  'Enter the code from the email: six digits, or twelve letters and digits':
    'Escriba el código del correo: seis dígitos, o doce letras y cifras',
  'Enter the eight letters of the code': 'Escriba las ocho letras del código',
  'Enter your email address, like name@example.com':
    'Escriba su dirección de correo electrónico, como nombre@example.com',
  'Enter your full name': 'Escriba su nombre completo',
  'Must be an absolute https or loopback http URI without fragment':
    'Debe ser una URI https completa, o http del propio equipo, sin fragmento',
  'Must be an https address': 'Debe ser una dirección https',
  'Must be an absolute https URL': 'Debe ser una dirección https completa',
  'Open the page again': 'Abra la página de nuevo',
  'The address must have at most 254 characters':
    'La dirección debe tener como máximo 254 caracteres',
  'The name must have at most 200 characters': 'El nombre debe tener como máximo 200 caracteres',
  'The note must have at most 2000 characters': 'La nota debe tener como máximo 2000 caracteres',
  'Tick the box to sign the Manifestation of Will':
    'Marque la casilla para firmar la Manifestación de Voluntad',
  'Tick the box to sign the agreement': 'Marque la casilla para firmar el acuerdo',
  'Tick the box to sign the amendment': 'Marque la casilla para firmar la modificación',
  'Write one note': 'Escriba solo una nota',
};

/** Those that name a place, and what zod says of values that no browser sends. */
const spanishOf: readonly (readonly [RegExp, string])[] = [
  [/^Invalid .*$/, 'Este dato no es válido'],
  [/^Too small: expected string to have >=1 characters$/, 'Este dato no puede quedar vacío'],
  [
    /^Too big: expected \w+ to have <=(\d+) characters$/,
    'Demasiado largo: como máximo $1 caracteres',
  ],
  [
    /^Must not contain a control character \(character (\d+)\)$/,
    'No debe contener un carácter de control (carácter $1)',
  ],
];

/** A complaint of a form's schema in a language; null where it is there in English only. */
export function complaintIn(locale: Locale, message: string): string | null {
  if (locale === 'en') return message;
  const known = spanish[message];
  if (known !== undefined) return known;
  const [pattern, text] = spanishOf.find(([each]) => each.test(message)) ?? [];
  return pattern !== undefined && text !== undefined ? message.replace(pattern, text) : null;
}

/** A form whose complaints are in the language of the page that shows it again. */
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
