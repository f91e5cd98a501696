import type { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { inMaintenance } from '../../kernel/http/data-needs.ts';
import type { ErrorCase, Route } from '../../kernel/http/route.ts';
import { gatewayAnswers } from '../../web/http/gateway-answers.ts';
import { describeFields } from './json-schema.ts';

type Row = Pick<
  Route,
  | 'auth'
  | 'body'
  | 'errors'
  | 'method'
  | 'notFound'
  | 'params'
  | 'path'
  | 'query'
  | 'servedInMaintenance'
  | 'table'
  | 'writes'
>;

/** All that a row can answer besides its success: what the row declares, and what every row shares. */
export function errorCases(route: Row): readonly ErrorCase[] {
  const cases = new Map<string, ErrorCase>();
  for (const error of [...route.errors, ...sharedCases(route)]) {
    const identity = JSON.stringify([error.status, error.error, error.code]);
    if (!cases.has(identity)) cases.set(identity, error);
  }
  return [...cases.values()].sort((one, other) => one.status - other.status);
}

function sharedCases(route: Row): readonly ErrorCase[] {
  const { auth, body, notFound, params, path, query, table } = route;
  const shared: ErrorCase[] = [];
  // These say `invalid_request`, which their rows declare.
  const oauth = path.startsWith('/api/oauth/');
  if (body && !oauth) shared.push(caseOf(apiErrors.invalidBody([])));
  if (query && !oauth) {
    const fields = Object.keys(describeFields(query).properties);
    const pages = fields.filter((field) => pageFields.has(field));
    if (pages.length > 0) shared.push(caseOf(apiErrors.invalidPagination([])));
    if (pages.length < fields.length) shared.push(caseOf(apiErrors.invalidQuery([])));
  }
  if (auth.scheme === 'operator') shared.push(caseOf(apiErrors.forbidden()));
  if (params) shared.push({ status: 404, error: notFound ?? apiErrors.notFound().message });
  if (body) shared.push(caseOf(apiErrors.bodyTooLarge()));
  shared.push(tooMany);
  shared.push({ status: 500, error: oauth ? 'internal_server_error' : 'Internal server error' });
  if (table !== 'none') {
    const { status, message } = apiErrors.busy();
    shared.push({ status, error: oauth ? 'temporarily_unavailable' : message });
  }
  if (inMaintenance(route) === 'refused') {
    const { status, message, extras } = apiErrors.maintenance(1);
    const when = 'the service is under maintenance; reads still work';
    shared.push(
      oauth
        ? { status, error: 'temporarily_unavailable' }
        : { status, error: message, ...(extras.code && { code: extras.code }), when },
    );
  }
  return shared;
}

/** The gateway's, before any function: it limits how many calls there may be at once, whoever makes them. */
const tooMany: ErrorCase = {
  status: gatewayAnswers.THROTTLED.status,
  error: gatewayAnswers.THROTTLED.error,
  when: 'too many calls arrive at the same time; try again',
};

const pageFields: ReadonlySet<string> = new Set(['limit', 'cursor']);

function caseOf({ status, message }: ApiError): ErrorCase {
  return { status, error: message };
}
