import { type Comparison, compareSchemas, type Direction } from './compare-schemas.ts';
import { arrayOf, type Json, objectOf, resolve, stringsOf } from './json.ts';

/** Both descriptions, and what was already compared. */
export type Descriptions = Omit<Comparison, 'direction'>;

/** What a caller of one operation can no longer rely on, one line each. */
export function compareOperations(
  descriptions: Descriptions,
  place: string,
  before: Json,
  after: Json,
): readonly string[] {
  return [
    ...(before['operationId'] === after['operationId']
      ? []
      : [`${place}: its operationId is \`${after['operationId']}\` now`]),
    ...credentials(place, before, after),
    ...parameters(descriptions, place, before, after),
    ...bodies(descriptions, place, before, after),
    ...answers(descriptions, place, before, after),
  ];
}

function inDirection(descriptions: Descriptions, direction: Direction): Comparison {
  return { ...descriptions, direction };
}

/** Every credential that was sufficient must remain so. An empty list, or an empty credential, means everyone. */
function credentials(place: string, before: Json, after: Json): readonly string[] {
  const earlier = alternatives(before);
  const later = alternatives(after);
  return earlier
    .filter((one) => !later.some((other) => covers(one, other)))
    .map((one) => `${place}: ${credentialText(one)} is no longer enough`);
}

function alternatives({ security }: Json): readonly Json[] {
  const list = arrayOf(security).map(objectOf);
  return list.length === 0 ? [{}] : list;
}

function covers(given: Json, asked: Json): boolean {
  return Object.entries(asked).every(
    ([scheme, scopes]) =>
      Object.hasOwn(given, scheme) &&
      stringsOf(scopes).every((scope) => stringsOf(given[scheme]).includes(scope)),
  );
}

function credentialText(credential: Json): string {
  const parts = Object.entries(credential).map(([scheme, scopes]) =>
    [scheme, ...stringsOf(scopes)].join(' '),
  );
  return parts.length === 0 ? 'no credential' : `\`${parts.join(' + ')}\``;
}

function parameters(
  descriptions: Descriptions,
  place: string,
  before: Json,
  after: Json,
): readonly string[] {
  const earlier = byName(descriptions.before, before);
  const later = byName(descriptions.after, after);
  const comparison = inDirection(descriptions, 'request');
  const missing = [...later]
    .filter(([name, { required }]) => required === true && earlier.get(name)?.['required'] !== true)
    .map(([name]) => `${place} ${name}: is required now`);
  const others = [...earlier].flatMap(([name, parameter]) => {
    const now = later.get(name);
    return now === undefined
      ? [`${place} ${name}: is gone`]
      : compareSchemas(comparison, `${place} ${name}`, parameter['schema'], now['schema']);
  });
  return [...missing, ...others];
}

function byName(document: Json, { parameters }: Json): ReadonlyMap<string, Json> {
  return new Map(
    arrayOf(parameters)
      .map((parameter) => resolve(document, parameter))
      .map((parameter) => [`${parameter['in']} \`${parameter['name']}\``, parameter]),
  );
}

function bodies(
  descriptions: Descriptions,
  place: string,
  before: Json,
  after: Json,
): readonly string[] {
  const earlier = resolve(descriptions.before, before['requestBody']);
  const later = resolve(descriptions.after, after['requestBody']);
  const comparison = inDirection(descriptions, 'request');
  const newlyRequired = later['required'] === true && earlier['required'] !== true;
  return [
    ...(newlyRequired ? [`${place} body: is required now`] : []),
    ...contents(comparison, `${place} body`, earlier, later),
  ];
}

/** Media types of a body or an answer. */
function contents(
  comparison: Comparison,
  place: string,
  { content: before }: Json,
  { content: after }: Json,
): readonly string[] {
  const later = objectOf(after);
  return Object.entries(objectOf(before)).flatMap(([type, media]) => {
    if (!Object.hasOwn(later, type)) return [`${place}: ${type} is gone`];
    const [earlier, now] = [objectOf(media), objectOf(later[type])];
    return compareSchemas(comparison, place, earlier['schema'], now['schema']);
  });
}

function answers(
  descriptions: Descriptions,
  place: string,
  before: Json,
  after: Json,
): readonly string[] {
  const [earlier, later] = [objectOf(before['responses']), objectOf(after['responses'])];
  const comparison = inDirection(descriptions, 'answer');
  const fresh = Object.keys(later)
    .filter((status) => status.startsWith('2') && !Object.hasOwn(earlier, status))
    .map((status) => `${place}: can answer ${status} now`);
  const kept = Object.entries(earlier).flatMap(([status, response]) => {
    const at = `${place} ${status}`;
    const was = resolve(descriptions.before, response);
    const is = resolve(descriptions.after, later[status]);
    if (!Object.hasOwn(later, status)) {
      return /^[23]/.test(status) ? [`${at}: is gone`] : errors(descriptions, at, was, is);
    }
    return [
      ...headers(descriptions, at, was, is),
      ...contents(comparison, at, was, is),
      ...errors(descriptions, at, was, is),
    ];
  });
  return [...fresh, ...kept];
}

function headers(
  descriptions: Descriptions,
  place: string,
  { headers: before }: Json,
  { headers: after }: Json,
): readonly string[] {
  const later = objectOf(after);
  const comparison = inDirection(descriptions, 'answer');
  return Object.entries(objectOf(before)).flatMap(([name, header]) => {
    if (!Object.hasOwn(later, name)) return [`${place} header \`${name}\`: is gone`];
    const was = resolve(descriptions.before, header);
    const is = resolve(descriptions.after, later[name]);
    return compareSchemas(comparison, `${place} header \`${name}\``, was['schema'], is['schema']);
  });
}

/** Messages and codes are fixed texts that programs compare. The examples of failures contain them all. */
function errors(
  descriptions: Descriptions,
  place: string,
  before: Json,
  after: Json,
): readonly string[] {
  const later = messages(descriptions.after, after);
  // A caller that matches the message still works when the error gains a code.
  return messages(descriptions.before, before)
    .filter((message) => !later.some((now) => now === message || now.startsWith(`${message} (`)))
    .map((message) => `${place}: ${message} is gone`);
}

function messages(description: Json, { content }: Json): readonly string[] {
  const found = Object.values(objectOf(content)).flatMap((media) => {
    const { example, examples } = objectOf(media);
    const named = Object.values(objectOf(examples)).map(
      (each) => resolve(description, each)['value'],
    );
    return [example, ...named].map(objectOf).flatMap(({ error, code }) => {
      if (typeof error !== 'string') return [];
      return [typeof code === 'string' ? `“${error}” (\`${code}\`)` : `“${error}”`];
    });
  });
  return [...new Set(found)];
}
