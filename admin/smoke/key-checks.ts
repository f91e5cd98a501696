import { type Check, field, must, mustBe200, mustRefuse, NotTried, summaryOf } from './check.ts';
import type { Answer, Call, Service } from './service.ts';

export interface Holder {
  /** An API key; null without one, and then none of these checks run. */
  readonly key: string | null;
  /** An existing permit number; null if none was given. */
  readonly rpn: string | null;
}

/** Checks that need a key. Uses three of its 50 calls a minute, and changes nothing. */
export function keyChecks({ key, rpn }: Holder): readonly Check[] {
  const holding = (check: (call: Ask) => Promise<string>) => (service: Service) => {
    if (key === null) throw new NotTried('no key: set REGISTRY_KEY');
    const ask: Ask = (method, path, call = {}) =>
      service.call(method, path, { ...call, bearer: key });
    return check(ask);
  };
  return [
    { name: 'whoami', run: holding(whoAmI) },
    { name: 'limits', run: holding(limits) },
    { name: 'verify_rpn', run: holding((ask) => verifyRpn(ask, rpn)) },
    { name: 'verify_rpn without a number', run: holding(withoutNumber) },
    { name: 'registry search', run: holding(search) },
  ];
}

type Ask = (method: string, path: string, call?: Call) => Promise<Answer>;

async function whoAmI(ask: Ask) {
  const answer = await ask('GET', '/api/v1/whoami');
  mustBe200(answer);
  const kind = field(field(answer.body, 'data'), 'kind');
  must(typeof kind === 'string', 'the response has no kind of key');
  return `a key of kind "${kind}"`;
}

/**
 * Correct refusals of Partner Keys, and of Agent Keys without the scope, say nothing about the
 * rest.
 */
function mustServe(answer: Answer): void {
  const refused = answer.status === 403 || field(answer.body, 'error') === 'Invalid API key';
  if (refused) throw new NotTried(`this key has no access: ${summaryOf(answer)}`);
  mustBe200(answer);
}

async function limits(ask: Ask) {
  const answer = await ask('GET', '/api/v1/rate_limit');
  mustServe(answer);
  const windows = field(field(answer.body, 'data'), 'limits');
  must(Array.isArray(windows) && windows.length === 2, 'expected two windows');
  return windows
    .map(
      (each) => `${field(each, 'remaining')} of ${field(each, 'limit')} a ${field(each, 'window')}`,
    )
    .join(', ');
}

async function verifyRpn(ask: Ask, rpn: string | null) {
  const answer = await ask('POST', '/api/v1/verify_rpn', {
    body: { rpn: rpn ?? '99999999999999' },
  });
  mustServe(answer);
  const result = String(field(answer.body, 'result'));
  must(
    /^(found_legal_entity|found_natural_person|not_found)$/.test(result),
    `result is "${result}"`,
  );
  must(typeof field(answer.body, 'active') === 'boolean', 'active is neither true nor false');
  must(rpn === null || result !== 'not_found', 'the number in REGISTRY_RPN is not found');
  const remaining = answer.headers.get('x-ratelimit-remaining');
  must(remaining !== null && /^\d+$/.test(remaining), 'no header has the number of calls left');
  return `${result}, ${Math.round(answer.answered - answer.asked)} ms, ${remaining} calls left`;
}

async function withoutNumber(ask: Ask) {
  const answer = await ask('POST', '/api/v1/verify_rpn', { body: {} });
  if (answer.status !== 400) mustServe(answer);
  mustRefuse(answer, 400, 'Missing `rpn` parameter');
  return '400 "Missing `rpn` parameter"';
}

async function search(ask: Ask) {
  const answer = await ask('POST', '/api/v1/registries/legal_entities/search', {
    body: { query: 'a' },
  });
  mustServe(answer);
  const found = field(answer.body, 'results');
  must(Array.isArray(found), 'the answer has no list');
  return `${found.length} found, ${Math.round(answer.answered - answer.asked)} ms`;
}
