import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Headers of a request, by their names in lower case. */
export type ReadHeader = (name: string) => string | undefined;

/** A request header, whatever the case of its name. API Gateway passes names on as they were sent. */
export function header(event: APIGatewayProxyEvent, name: string): string | undefined {
  const exact = event.headers?.[name];
  if (exact !== undefined) return exact;
  for (const [key, value] of Object.entries(event.headers ?? {})) {
    if (key.toLowerCase() === name) return value;
  }
  return undefined;
}
