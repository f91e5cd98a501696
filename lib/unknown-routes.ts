import { pathParameters } from './path-parameters.ts';

/** A header name that no client uses. */
const neverSent = 'x-registry-no-such-route';

/** The name of the validator in the definition. It checks parameters, of which {@link neverSent} is one. */
export const routeValidator = 'a-route-of-ours';

/** The validators of the definition. */
export const requestValidators = {
  [routeValidator]: { validateRequestBody: false, validateRequestParameters: true },
} as const;

/**
 * Every path at which API Gateway could stop matching: those given, those above them, and all others.
 *
 * Without a method there, it treats an `Authorization` header as an AWS signature. A caller who mistyped a path and
 * sends a key in the header would then get an error about the signature (403, or 400 for a Bearer).
 */
export function pathsOf(paths: readonly string[]): readonly string[] {
  const known = paths.flatMap((path) => {
    const segments = path.split('/').slice(1);
    return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
  });
  return ['/', '/{proxy+}', ...new Set(known)];
}

/**
 * The operation for methods that a path lacks: 404, with or without a credential. It requires a header that nobody
 * sends, so that API Gateway answers `BAD_REQUEST_PARAMETERS`, which is our 404 with all its headers, whatever the
 * request's type and body. No function runs. If someone does send the header, an integration without content types
 * answers `UNSUPPORTED_MEDIA_TYPE`, the same 404.
 */
export function unknownMethod(path: string) {
  return {
    parameters: [
      ...pathParameters(path),
      { name: neverSent, in: 'header', required: true, schema: { type: 'string' } },
    ],
    responses: { 404: { description: 'Not found' } },
    'x-amazon-apigateway-request-validator': routeValidator,
    'x-amazon-apigateway-integration': { type: 'mock', passthroughBehavior: 'never' },
  };
}
