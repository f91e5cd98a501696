import type { Json } from '../../build/description/json.ts';
import { arrayOf, objectOf } from '../../build/description/json.ts';

/**
 * The part of the description that takes one credential, as if there were no other; `none`: what is public.
 * Ids of legal entities have the example that is given, so that something is found.
 */
export function descriptionFor(description: Json, scheme: string, entityId: string): object {
  const paths = Object.entries(objectOf(description['paths'])).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(objectOf(item))
        .map(([method, operation]) => [method, objectOf(operation)] as const)
        .filter(([, operation]) => takes(operation, scheme))
        .map(([method, operation]) => [method, withExamples(operation, path, scheme, entityId)]),
    ),
  ]);
  return { ...description, paths: Object.fromEntries(paths) };
}

function takes({ security }: Json, scheme: string): boolean {
  const alternatives = arrayOf(security).map(objectOf);
  if (scheme === 'none') return alternatives.length === 0;
  return alternatives.some((alternative) => Object.hasOwn(alternative, scheme));
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
