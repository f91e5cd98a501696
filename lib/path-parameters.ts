/** A path's parameters in OpenAPI's format, because API Gateway requires each to be declared. */
export function pathParameters(path: string): readonly unknown[] {
  return [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}
