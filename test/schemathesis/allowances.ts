import type { Finding } from './findings.ts';

interface Allowance {
  /** The page of docs/contract-notes and its note that explain the finding. */
  readonly page: string;
  readonly note: string;
  readonly check: string;
  readonly allows: (finding: Finding) => boolean;
}

/**
 * 400s that the contract requires, and that depend on stored data or another part of the request.
 */
const refusals: readonly RegExp[] = [
  /^redirectUrl is not allowed for this integration/,
  /^Please provide proof of address/,
  /^Please accept the current Agreement of Coexistence/,
  /^Unsupported file type/,
  /^Must be the URL of a file that a representative uploaded/,
  /^Invalid webhook signature/,
  /Must be the id of an application of the integration/,
  /^Must be none for a public client, and must not be none for other clients$/m,
  /^Must not be empty if the client signs assertions and has no jwksUri$/m,
  /^Must be null if the client has requestObjectKeys$/m,
  /^Must be empty unless the client uses attest_jwt_client_auth or has a credential scope$/m,
  /^Must be a CA certificate that is currently valid, and must not appear twice$/m,
  /^Must be (a PNG that is not interlaced|a square of 64|smaller: after we encode it again)/m,
  /^Must be an address that is reachable from the internet$/m,
  /^Must be false if the client has no redirect URI$/m,
  /^Must have the same origin as a redirect URI$/m,
  /Must be a cursor from this list/,
  // A partner's list also accepts ids as cursors; an invalid cursor is reported as the first of the
  // two.
  /^Invalid GUID$/,
  /Must be another document of the entity that is not withdrawn/,
  /Must be the applicant’s own name/,
  /^Cannot be combined with /m,
  /client_id differs from the one in the Authorization header/,
  /The client uses more than one authentication method/,
  /was sent more than once/,
  /^Unknown referral code/,
  /^invalid_(client|grant|scope|request_object|request_uri)\b/,
  /^missing_parameters\b/,
  /^Unknown (person|owner|legal entity)$/,
  /^Must not be before /,
  // A person with one name leaves one of the two fields empty, but not both.
  /^Must be filled in if /m,
  // The pattern describes letters with ranges that every engine supports; the service uses its
  // Unicode version.
  /^Must have a letter or a digit/m,
  /^Either registeredAgentProvider or registeredAgentDetails must be provided/,
];

/** Findings of schemathesis that are intended. */
export const allowances: readonly Allowance[] = [
  {
    page: 'reference.md',
    note: 'Findings of schemathesis',
    check: 'unsupported_method',
    allows: ({ status }) => status === 404,
  },
  {
    page: 'reference.md',
    note: 'Findings of schemathesis',
    check: 'positive_data_acceptance',
    allows: ({ status, body, operation }) =>
      status === 400 &&
      (hasCode(body) ||
        refusals.some((text) => text.test(errorOf(body)) || text.test(headlineOf(body))) ||
        // One of two parameters must be given.
        operation === 'GET /admin/v1/credentials' ||
        // A pushed request is an authorization request, whose parameters depend on each other.
        (operation === 'POST /api/oauth/par' && /^invalid_request\b/.test(errorOf(body)))),
  },
  {
    page: 'reference.md',
    note: 'Findings of schemathesis',
    check: 'missing_required_header',
    allows: ({ status, operation }) => status === 403 && / \/admin\/v1\//.test(operation),
  },
  {
    page: 'reference.md',
    note: 'Findings of schemathesis',
    check: 'negative_data_rejection',
    // The length of a text excludes the spaces around it.
    allows: ({ message, status, curl }) =>
      status < 300 &&
      /larger than maxLength/.test(message) &&
      /(%C2%A0|\\u00a0){3}['"&]/i.test(curl),
  },
  {
    page: 'credentials.md',
    note: 'Status list',
    check: 'not_a_server_error',
    // The draft's parameter for an earlier version of a list; earlier versions are not stored.
    allows: ({ status, operation }) =>
      status === 501 && operation === 'GET /credentials/status/{list}',
  },
];

export function isAllowed(finding: Finding): boolean {
  return allowances.some(({ check, allows }) => check === finding.check && allows(finding));
}

/** A refusal with its own code depends on stored data. */
function hasCode(body: string): boolean {
  return /^\{"error":"[^"]*","code":"/.test(body);
}

/** Only the message, if its details say how to correct the request. */
function headlineOf(body: string): string {
  return /^\{"error":"([^"]*)"/.exec(body)?.[1] ?? '';
}

/** The message, and those of the details. */
function errorOf(body: string): string {
  try {
    const { error, details = [], error_description } = JSON.parse(body);
    if (error_description !== undefined) return `${error}: ${error_description}`;
    if (details.length === 0) return String(error);
    return details.map(({ message }: { readonly message: string }) => message).join('\n');
  } catch {
    return body;
  }
}
