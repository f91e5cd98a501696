import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Engine } from './engine.ts';
import { readBody, startHttpServer } from './http-server.ts';

interface Key {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly description: string;
  readonly enabled: boolean;
}

/** API Gateway's control plane for usage plan keys, and their effect on its data plane. */
export interface ApiGateway extends Engine {
  /** By id. */
  readonly keys: Map<string, Key>;
  /** Ids of the keys in each plan; all plans belong to one stage. */
  readonly plans: ReadonlyMap<string, Set<string>>;
  /** Whether a call with this value from the authorizer is admitted; otherwise it gets INVALID_API_KEY. */
  admits(value: string): boolean;
  /** The maximum number of keys; 10,000 in AWS. */
  capacity: number;
  /** How many of the next calls are refused as too many. */
  throttled: number;
  /** Called before each call, so that tests can interfere at that moment. */
  onCall: (call: string) => Promise<void> | void;
}

type Reply = readonly [status: number, content: unknown];

export interface ApiGatewaySettings {
  readonly planIds: readonly string[];
  /** Values of keys that a deployment creates, each in its own plan. */
  readonly sharedValues?: readonly string[];
  /** Answers for APIs and their stages. */
  readonly apis?: Engine;
}

/** Answers in the SDK's REST-JSON protocol, with the errors that AWS documents. */
export async function startApiGateway({
  planIds,
  sharedValues = [],
  apis,
}: ApiGatewaySettings): Promise<ApiGateway> {
  const keys = new Map<string, Key>();
  const plans = new Map(planIds.map((id) => [id, new Set<string>()]));
  let made = 0;

  const isMember = (id: string) => [...plans.values()].some((members) => members.has(id));

  function answer(method: string, url: URL, body: Readonly<Record<string, unknown>>): Reply {
    const [resource, id, members, memberId] = url.pathname.slice(1).split('/');
    if (resource === 'apikeys') {
      if (id !== undefined) return ofKey(method, id, body);
      if (method === 'POST') return create(body);
      const name = url.searchParams.get('name') ?? '';
      return page(
        url,
        [...keys.values()].filter((key) => key.name.startsWith(name)),
      );
    }
    const plan = plans.get(id ?? '');
    if (resource !== 'usageplans' || members !== 'keys') return failure(400, 'BadRequestException');
    if (plan === undefined) return failure(404, 'NotFoundException');
    if (memberId !== undefined) return ofMember(method, plan, memberId);
    if (method === 'POST') return join(plan, String(body['keyId']));
    return page(
      url,
      [...plan].flatMap((member) => keys.get(member) ?? []),
    );
  }

  function ofKey(method: string, id: string, body: Readonly<Record<string, unknown>>): Reply {
    const key = keys.get(id);
    if (key === undefined) return failure(404, 'NotFoundException');
    if (method === 'GET') return [200, key];
    if (method === 'DELETE') {
      keys.delete(id);
      for (const members of plans.values()) members.delete(id);
      return [202, {}];
    }
    const changed = patched(key, body['patchOperations']);
    keys.set(id, changed);
    return [200, changed];
  }

  function ofMember(method: string, plan: Set<string>, id: string): Reply {
    if (!plan.has(id)) return failure(404, 'NotFoundException');
    if (method === 'DELETE') plan.delete(id);
    return [200, { id, type: 'API_KEY' }];
  }

  function create(given: Readonly<Record<string, unknown>>): Reply {
    const [name, value, description] = [given['name'], given['value'], given['description']].map(
      (field) => String(field ?? ''),
    ) as [string, string, string]; // as many as the input has
    // "The value is an alphanumeric string between 20 and 128 characters."
    if (!/^[\w-]{20,128}$/.test(value)) return failure(400, 'BadRequestException');
    if ([...keys.values()].some((key) => key.value === value)) {
      return failure(409, 'ConflictException');
    }
    if (keys.size >= engine.capacity) return failure(429, 'LimitExceededException');
    made += 1;
    const key = { id: `key${made}`, name, value, description, enabled: given['enabled'] === true };
    keys.set(key.id, key);
    return [201, key];
  }

  function join(plan: Set<string>, id: string): Reply {
    if (!keys.has(id)) return failure(404, 'NotFoundException');
    // "A given API key can only be associated with one usage plan for each stage of your API."
    if (isMember(id)) return failure(409, 'ConflictException');
    plan.add(id);
    return [201, { id, type: 'API_KEY' }];
  }

  const server = await startHttpServer(async (request, response) => {
    const body = (await readBody(request, 10_000)).toString();
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (apis !== undefined && /^\/(restapis|2015-03-31)\//.test(url.pathname)) {
      return passOn(apis, request, body, response);
    }
    await engine.onCall(`${request.method} ${url.pathname}`);
    const isThrottled = engine.throttled > 0;
    if (isThrottled) engine.throttled -= 1;
    const [status, content] = isThrottled
      ? failure(429, 'TooManyRequestsException')
      : answer(String(request.method), url, JSON.parse(body || '{}'));
    const type = Reflect.get(Object(content), '__type');
    response
      .writeHead(status, {
        'content-type': 'application/json',
        ...(type && { 'x-amzn-errortype': type }),
      })
      .end(JSON.stringify(content));
  });
  const engine: ApiGateway = {
    ...server,
    keys,
    plans,
    admits: (value) =>
      sharedValues.includes(value) ||
      [...keys.values()].some((key) => key.value === value && key.enabled && isMember(key.id)),
    capacity: 10_000,
    throttled: 0,
    onCall: () => {},
  };
  return engine;
}

async function passOn(
  { endpoint }: Engine,
  { method, url }: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const answer = await fetch(`${endpoint}${url}`, { method, ...(body !== '' && { body }) });
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

/** At most the requested number; `position` is the start of the next page. */
function page(url: URL, all: readonly Key[]): Reply {
  const begin = Number(url.searchParams.get('position') ?? 0);
  const end = begin + Number(url.searchParams.get('limit') ?? 25);
  const isShown = url.searchParams.get('includeValues') === 'true';
  const item = all
    .slice(begin, end)
    .map(({ value, ...key }) => (isShown ? { ...key, value } : key));
  return [200, { item, ...(end < all.length && { position: String(end) }) }];
}

function patched(key: Key, operations: unknown): Key {
  const changes = (Array.isArray(operations) ? operations : []).map(
    ({ path, value }: { readonly path: string; readonly value: string }) =>
      path === '/enabled' ? ['enabled', value === 'true'] : [path.slice(1), value],
  );
  return { ...key, ...Object.fromEntries(changes) };
}

function failure(status: number, type: string): Reply {
  return [status, { __type: type, message: 'refused' }];
}
