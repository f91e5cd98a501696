import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Route } from '../../kernel/http/route.ts';

/**
 * Path and query that were asked for, as a link within the service has them: without the path under which
 * the deployment lies.
 */
export function requestTarget({ path }: Route, event: APIGatewayProxyEvent): `/${string}` {
  const parameters = event.pathParameters ?? {};
  const filled = path.replace(/\{(\w+)\+?\}/g, (_, name: string) => parameters[name] ?? '');
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    for (const value of values ?? []) query.append(name, value);
  }
  // A row's path begins with a slash, which no parameter replaces.
  return `${filled}${query.size > 0 ? `?${query}` : ''}` as `/${string}`;
}
