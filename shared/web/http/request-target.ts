import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Route } from '../../kernel/http/route.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * The event with its path parameters in their one spelling. API Gateway hands them on as they were sent: here they are
 * percent-decoded, once (RFC 3986, section 6.2.2.2), and ids are in lower case (RFC 9562, section 4). What can't be
 * decoded stays as it is, and names nothing.
 */
export function withPlainParameters(event: APIGatewayProxyEvent): APIGatewayProxyEvent {
  if (event.pathParameters === null || event.pathParameters === undefined) return event;
  const plain = Object.entries(event.pathParameters).map(([name, sent = '']) => {
    const value = decoded(sent);
    return [name, uuid.test(value) ? value.toLowerCase() : value];
  });
  return { ...event, pathParameters: Object.fromEntries(plain) };
}

function decoded(sent: string): string {
  try {
    return decodeURIComponent(sent);
  } catch {
    return sent;
  }
}

/** The path that was asked for, without the path under which the deployment lies; alike for all spellings of its parameters. */
export function requestPath({ path }: Route, event: APIGatewayProxyEvent): `/${string}` {
  const parameters = event.pathParameters ?? {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  // A row's path begins with a slash, which no parameter replaces.
  return filled as `/${string}`;
}

/** Path and query that were asked for, as a link within the service has them. */
export function requestTarget(route: Route, event: APIGatewayProxyEvent): `/${string}` {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    for (const value of values ?? []) query.append(name, value);
  }
  return `${requestPath(route, event)}${query.size > 0 ? `?${query}` : ''}`;
}
