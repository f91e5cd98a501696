import type { Json } from '../../bin/description/json.ts';
import { arrayOf, objectOf } from '../../bin/description/json.ts';

/**
 * Paths that are left out entirely. Once maintenance is on, every other write is refused, which
 * would hide its answers; without only that method, schemathesis would test it as an unsupported
 * method. A mass revocation would revoke the credentials of the other calls.
 */
const leftOut: ReadonlySet<string> = new Set(['/admin/v1/maintenance', '/admin/v1/revocations']);

/**
 * The part of the description for one credential; `none` is the public part. Ids of legal entities
 * have the given example, so that something is found. Links to operations of other credentials are
 * left out.
 */
export function descriptionFor(description: Json, scheme: string, entityId: string): object {
  const paths = Object.entries(objectOf(description['paths']))
    .filter(([path]) => !leftOut.has(path))
    .map(
      ([path, item]) =>
        [
          path,
          Object.entries(objectOf(item))
            .map(([method, operation]) => [method, objectOf(operation)] as const)
            .filter(([, operation]) => takes(operation, scheme)),
        ] as const,
    );
  const kept = new Set(
    paths.flatMap(([, operations]) => operations.map(([, { operationId }]) => operationId)),
  );
  const part = paths.map(([path, operations]) => [
    path,
    Object.fromEntries(
      operations.map(([method, operation]) => [
        method,
        withLinksTo(kept, withExamples(operation, path, scheme, entityId)),
      ]),
    ),
  ]);
  return { ...description, paths: Object.fromEntries(part) };
}

function takes({ security }: Json, scheme: string): boolean {
  const alternatives = arrayOf(security).map(objectOf);
  if (scheme === 'none') return alternatives.every((alternative) => hasOwnToken(alternative));
  return alternatives.some((alternative) => Object.hasOwn(alternative, scheme));
}

/** The run has no such tokens. */
function hasOwnToken(alternative: Json): boolean {
  return 'credentialToken' in alternative || 'registrationToken' in alternative;
}

function withLinksTo(kept: ReadonlySet<unknown>, operation: Json): Json {
  const responses = Object.entries(objectOf(operation['responses'])).map(([status, response]) => {
    const { links, ...others } = objectOf(response);
    if (links === undefined) return [status, others];
    const possible = Object.entries(objectOf(links)).filter(([, link]) =>
      kept.has(objectOf(link)['operationId']),
    );
    return [status, { ...others, links: Object.fromEntries(possible) }];
  });
  return {
    ...operation,
    ...(responses.length > 0 && { responses: Object.fromEntries(responses) }),
  };
}

function withExamples(operation: Json, path: string, scheme: string, entityId: string): Json {
  const ofEntities = /\/legal[_-]entities\/\{id\}/.test(path);
  const parameters = arrayOf(operation['parameters'])
    .map(objectOf)
    .map((parameter) =>
      ofEntities && parameter['name'] === 'id' ? { ...parameter, example: entityId } : parameter,
    );
  return {
    ...operation,
    security: scheme === 'none' ? [] : [{ [scheme]: [] }],
    ...(parameters.length > 0 && { parameters }),
  };
}
