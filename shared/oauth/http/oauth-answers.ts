import type { APIGatewayProxyResult } from 'aws-lambda';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { maintenanceCode } from '../../kernel/errors/errors.ts';
import type { EndpointOptions } from '../../web/http/endpoint.ts';
import { json } from '../../web/http/response.ts';
import type { Identify } from '../../web/middleware/authenticate.ts';
import type { Failure } from '../../web/middleware/map-errors.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';

/**
 * Options of `operation()` for a row of `/api/oauth`. Errors are those of OAuth, with `error` and
 * `error_description` only, and no response may be cached (spec 4.1). `inMaintenance` is the
 * maintenance response for rows that browsers open.
 */
export function oauthAnswers<D extends CoreDeps>({
  identify,
  inMaintenance = present,
  malformed,
}: {
  readonly identify?: Identify<D>;
  readonly inMaintenance?: Present<D>;
  /** The error code for a malformed body, by the wrong field; default: `invalid_request`. */
  readonly malformed?: (field: string | undefined) => string;
} = {}): EndpointOptions<D> & { readonly keepsAnswers?: never } {
  const recoded = (failure: Failure): Failure => {
    const { status, message, extras } = failure;
    if (malformed === undefined || status !== 400 || isCode(message)) return failure;
    const [first] = extras.details ?? [];
    return {
      ...failure,
      message: malformed(first === undefined ? undefined : String(first.path[0])),
    };
  };
  return {
    present: (failure, deps, header) =>
      failure.extras.code === maintenanceCode
        ? inMaintenance(failure, deps, header)
        : present(recoded(failure)),
    headers: { pragma: 'no-cache' },
    ...(identify && { identify }),
  };
}

type Present<D extends CoreDeps> = NonNullable<EndpointOptions<D>['present']>;

function present({ status, message, extras }: Failure): APIGatewayProxyResult {
  const { error_description, headers } = extras;
  const description = error_description ?? describe(extras) ?? sentence(status, message);
  return json(
    status,
    {
      error: codeOf(status, message),
      ...(description !== undefined && { error_description: description }),
    },
    headers,
  );
}

/** OAuth errors already have a code; those of lower layers have a message. */
function codeOf(status: number, message: string): string {
  if (isCode(message)) return message;
  if (status === 503) return oauthErrors.unavailable.error;
  return status >= 500 ? oauthErrors.internalError.error : oauthErrors.invalidRequest.error;
}

/** The description of such an error; a 5xx gives no details. */
function sentence(status: number, message: string): string | undefined {
  return status >= 500 || isCode(message) ? undefined : message;
}

function isCode(message: string): boolean {
  return /^[a-z_]+$/.test(message);
}

function describe({ details }: Failure['extras']): string | undefined {
  const [first] = details ?? [];
  if (first === undefined) return undefined;
  if (first.received === 'array') return `${first.path.join('.')} was sent more than once`;
  // RFC 6749, section 5.2: printable ASCII without quotes and backslashes.
  const text = [first.path.join('.'), first.message].filter((part) => part).join(': ');
  return text.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '');
}
