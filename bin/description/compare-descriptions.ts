import { compareOperations } from './compare-operations.ts';
import { type Json, objectOf } from './json.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * Every way in which the later of two OpenAPI 3.1 documents breaks the earlier one, one line each, in the order of the
 * earlier one's paths: removed operations, operationIds, credentials, parameters, media types, success statuses,
 * headers, fields, accepted values and error messages; new requirements; narrower limits of requests; and answers with
 * more than was promised.
 *
 * Additions are not breaks, and neither are changed texts for people. Names of components are ignored.
 */
export function compareDescriptions(before: Json, after: Json): readonly string[] {
  const descriptions = { before, after, seen: new Map<string, readonly string[]>() };
  const paths = objectOf(after['paths']);
  const changes = Object.entries(objectOf(before['paths'])).flatMap(([path, item]) =>
    Object.entries(objectOf(item))
      .filter(([method]) => methods.includes(method))
      .flatMap(([method, operation]) => {
        const earlier = objectOf(operation);
        const place = `\`${earlier['operationId']}\``;
        const later = objectOf(paths[path])[method];
        if (later === undefined) return [`${place}: ${method.toUpperCase()} ${path} is gone`];
        return compareOperations(descriptions, place, earlier, objectOf(later));
      }),
  );
  return [...new Set(changes)];
}
