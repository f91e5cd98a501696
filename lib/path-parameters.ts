/** A path's parameters as OpenAPI has them: API Gateway wants each declared. */
export function pathParameters(path: string): readonly unknown[] {
  return [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}
