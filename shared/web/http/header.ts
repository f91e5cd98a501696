import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Headers of a request, by their names in lower case. */
export type ReadHeader = (name: string) => string | undefined;

/** The media type of a request in lower case, without its parameters (RFC 9110, section 8.3.1); '' if it has none. */
export function mediaType(event: Parameters<typeof header>[0]): string {
  const [type = ''] = header(event, 'content-type')?.split(';') ?? [];
  return type.trim().toLowerCase();
}

/** Whether `Accept` names the media type, and does not refuse it with `q=0` (RFC 9110, section 12.5.1). */
export function namesType(accept: string | undefined, type: string): boolean {
  return (accept ?? '').split(',').some((one) => {
    const [name = '', ...parameters] = one.toLowerCase().split(';');
    const isRefused = parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
    return name.trim() === type && !isRefused;
  });
}

/** Whether a program asks for the media type: a browser names HTML, too. */
export function namesTypeAlone(accept: string | undefined, type: string): boolean {
  return namesType(accept, type) && !namesType(accept, 'text/html');
}

/**
 * A request header, whatever the case of its name. API Gateway passes names on as they were sent, and of a header that was sent
 * more than once it has the last line alone beside all of them: here they are one text, as RFC 9110, section 5.3, has it. Of
 * what may be sent once (a proof, a credential) that is no valid one.
 */
export function header(
  { headers, multiValueHeaders }: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>,
  name: string,
): string | undefined {
  const lines = Object.entries(multiValueHeaders ?? {})
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, values]) => values ?? []);
  if (lines.length > 1) return lines.join(name === 'cookie' ? '; ' : ', ');
  const exact = headers?.[name];
  if (exact !== undefined) return exact;
  for (const [key, value] of Object.entries(headers ?? {})) {
    if (key.toLowerCase() === name) return value;
  }
  return undefined;
}
