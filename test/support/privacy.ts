import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { keyKind } from '../../shared/access/auth/api-key.ts';
import { describeCause } from '../../shared/kernel/aws/log.ts';
import type { Message } from '../../shared/mail/aws/mailer.ts';
import { freeTexts } from '../../shared/platform/domain/audit-entry.ts';
import type { ApiHandler } from '../../shared/web/http/endpoint.ts';
import type { LogLine } from './log.ts';

/** A place where personal data or credentials must not appear. */
export interface Traces {
  readonly lines: readonly LogLine[];
  /** Entries of the audit trail. */
  readonly entries: readonly unknown[];
  /** Events of the outbox. */
  readonly events: readonly unknown[];
  readonly mails: readonly Pick<Message, 'to' | 'subject' | 'text' | 'html'>[];
}

/** Fields of bodies that contain a person's data. */
const personal: ReadonlySet<string> = new Set([
  'alternateNames',
  'dateOfBirth',
  'firstName',
  'givenName',
  'lastName',
  'line1',
  'line2',
  'phoneNumber',
  'signature',
  'signerName',
  'surname',
]);

/**
 * Patterns for email addresses, keys and tokens. Random codes are base64url, so any short text
 * occurs in one by chance: a key must have its checksum, and a refresh token its whole length.
 */
const recognizers: Readonly<Record<string, (text: string) => boolean>> = {
  'an email address': (text) => /[\w.+-]+(?:@|%40)[\w-]+\.[a-z]{2,}/i.test(text),
  'an API key': (text) => apiKeysIn(text).length > 0,
  'a refresh token': (text) => /(?<=^|[^\w-]|%[0-9A-F]{2})rt_[0-9A-Za-z]{43}(?![\w-])/.test(text),
  'a JWT': (text) => /\beyJ[\w-]{10,}\.[\w-]+\./.test(text),
};

/** The API keys in a text. Texts that only look like one have a wrong checksum. */
export function apiKeysIn(text: string): readonly string[] {
  // A key may begin within a text that looks like one.
  const found = text.matchAll(/(?=((?:sk|ak|pk)-[0-9A-Za-z]{49}))/g);
  return Array.from(found, ([, key = '']) => key).filter((key) => keyKind(key) !== null);
}

/** The handle of a checked authorization request is signed like a token, but may appear in URLs. */
const handle = /(?<=\/oauth\/consent\?request=)[\w.-]+/g;

/** Paths whose last part is a secret. */
const secretPaths = /\/(?:sign|agreements|claim|checkout|certificates|objections)\/([\w-]{20,})/g;

/**
 * Watches all requests and answers of a service, and finds personal data and secrets in forbidden
 * places: log lines, the audit trail, the outbox, the JSON of an error, and URLs in redirects and
 * emails.
 */
export function openPrivacyWatch() {
  const values = new Map<string, string>();
  const secrets = new Map<string, string>();
  const answered: { readonly place: string; readonly text: string }[] = [];

  function sent({ body, isBase64Encoded, headers }: APIGatewayProxyEvent): void {
    const text = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString('utf8');
    const type = Object.entries(headers).find(([name]) => /^content-type$/i.test(name))?.[1] ?? '';
    for (const [name, value] of fieldsOf(text, type)) {
      if (personal.has(name) && isDistinctive(value)) values.set(value, `${name} of a request`);
    }
  }

  function got(operation: string, result: APIGatewayProxyResult): void {
    const { statusCode, headers = {}, multiValueHeaders = {}, body } = result;
    for (const [, secret = ''] of body.matchAll(secretPaths)) secrets.set(secret, 'a secret link');
    for (const cookie of multiValueHeaders['set-cookie'] ?? []) {
      const value = /^[^=]+=([^;]{20,})/.exec(String(cookie))?.[1];
      if (value !== undefined) secrets.set(value, 'a cookie');
    }
    const location = headers['location'];
    if (location) {
      const text = String(location).replaceAll(handle, '');
      answered.push({ place: `the Location of ${operation}`, text });
    }
    const json = String(headers['content-type']).startsWith('application/json');
    if (json && statusCode >= 400) answered.push({ place: `an error of ${operation}`, text: body });
  }

  return {
    /** The handler, wrapped so that its calls are watched. */
    watched(operation: string, handler: ApiHandler): ApiHandler {
      return async (event, context) => {
        sent(event);
        const result = await handler(event, context);
        got(operation, result);
        return result;
      };
    },

    /** The findings, described without repeating the data. */
    complaints({ lines, entries, events, mails }: Traces): readonly string[] {
      const personalOnly = [
        ...Object.entries(recognizers).map(([name, isIn]) => ({ name, isIn })),
        ...soughtOf(values),
      ];
      const everything = [...personalOnly, ...soughtOf(secrets)];
      const found = [
        ...look(
          [
            ...lines.map((line) => [`log line “${line.message}”`, textOf(line)] as const),
            ...entries.map(
              (entry) => [`audit entry ${actionOf(entry)}`, JSON.stringify(entry)] as const,
            ),
            ...events.map((event) => ['an event', JSON.stringify(event)] as const),
          ],
          everything,
        ),
        ...look(
          [
            ...answered.map(({ place, text }) => [place, text] as const),
            ...mails.flatMap(({ subject, text }) =>
              (text.match(/https?:\/\/\S+/g) ?? []).map(
                (url) => [`a link in the mail “${subject}”`, url] as const,
              ),
            ),
          ],
          personalOnly,
        ),
      ];
      const typed = entries.flatMap((entry) =>
        freeTexts(Object(Object(entry)['details'])).map(
          (name) =>
            `audit entry ${actionOf(entry)} has ${name}, which is no id, word, time or count`,
        ),
      );
      return [...new Set([...found, ...typed])];
    },
  };
}

/** The value to search for, and its name. */
interface Sought {
  readonly name: string;
  isIn(text: string): boolean;
}

/** Values and their names. */
function soughtOf(all: ReadonlyMap<string, string>): readonly Sought[] {
  return [...all].map(([value, name]) => {
    const encoded = encodeURIComponent(value);
    return { name, isIn: (text) => text.includes(value) || text.includes(encoded) };
  });
}

/** The texts with a match. All are searched as one text first, because usually nothing matches. */
function look(
  texts: readonly (readonly [place: string, text: string])[],
  sought: readonly Sought[],
): readonly string[] {
  const whole = texts.map(([, text]) => text).join('\n');
  const inWhole = sought.filter(({ isIn }) => isIn(whole));
  if (inWhole.length === 0) return [];
  return texts.flatMap(([place, text]) =>
    inWhole.filter(({ isIn }) => isIn(text)).map(({ name }) => `${place} has ${name}`),
  );
}

/** Single words also name other things; names with a space, a digit or an accent do not. */
function isDistinctive(value: string): boolean {
  return value.length >= 6 && /[\s\d]|[^\p{ASCII}]/u.test(value);
}

function fieldsOf(text: string, type: string): Iterable<readonly [string, string]> {
  if (/form-urlencoded/i.test(type)) return new URLSearchParams(text);
  if (text.length > 100_000 || !/json/i.test(type)) return [];
  const fields: (readonly [string, string])[] = [];
  try {
    JSON.parse(text, (name, value: unknown) => {
      if (typeof value === 'string') fields.push([name, value]);
      return value;
    });
  } catch {
    return [];
  }
  return fields;
}

/** The line as it is written. */
function textOf({ message, fields, cause }: LogLine): string {
  return JSON.stringify({ message, ...fields, ...describeCause(cause) });
}

function actionOf(entry: unknown): string {
  return String(Object(entry)['action']);
}
