import type { Engine } from '../../local/engines/engine.ts';
import { readBody, startHttpServer } from '../../local/engines/http-server.ts';

interface HeldKey {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

/** API Gateway's control plane, as far as keys of usage plans go. */
export interface KeysStub extends Engine {
  readonly keys: Map<string, HeldKey>;
  /** Ids of the keys on each plan. */
  readonly plans: Map<string, Set<string>>;
  /** Most keys that it holds; 10,000 in AWS. */
  capacity: number;
}

/** Answers in the REST-JSON protocol that the SDK speaks, with the errors that AWS documents. */
export async function startKeysStub(): Promise<KeysStub> {
  const keys = new Map<string, HeldKey>();
  const plans = new Map<string, Set<string>>();
  let made = 0;

  function answer(method: string, url: URL, body: Record<string, string>): [number, unknown] {
    const [resource, id = '', members] = url.pathname.slice(1).split('/');
    if (resource === 'apikeys' && method === 'POST') return create(body);
    if (resource === 'apikeys' && method === 'GET') {
      const name = url.searchParams.get('name') ?? '';
      return [200, { item: [...keys.values()].filter((key) => key.name.startsWith(name)) }];
    }
    if (resource === 'apikeys' && method === 'DELETE') {
      return keys.delete(id) ? [202, {}] : [404, failure('NotFoundException')];
    }
    if (resource === 'usageplans' && members === 'keys' && method === 'POST') {
      const plan = plans.get(id) ?? new Set();
      if (plan.has(String(body['keyId']))) return [409, failure('ConflictException')];
      plans.set(id, plan.add(String(body['keyId'])));
      return [201, { id: body['keyId'], type: 'API_KEY' }];
    }
    return [400, failure('BadRequestException')];
  }

  function create({ name = '', value = '' }: Record<string, string>): [number, unknown] {
    if ([...keys.values()].some((key) => key.value === value)) {
      return [409, failure('ConflictException')];
    }
    if (keys.size >= stub.capacity) return [429, failure('LimitExceededException')];
    made += 1;
    const key = { id: `key${made}`, name, value };
    keys.set(key.id, key);
    return [201, key];
  }

  const server = await startHttpServer(async (request, response) => {
    const body = (await readBody(request, 10_000)).toString();
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [status, content] = answer(String(request.method), url, JSON.parse(body || '{}'));
    const type = Reflect.get(Object(content), '__type');
    response
      .writeHead(status, {
        'content-type': 'application/json',
        ...(type && { 'x-amzn-errortype': type }),
      })
      .end(JSON.stringify(content));
  });
  const stub: KeysStub = { ...server, keys, plans, capacity: 10_000 };
  return stub;
}

function failure(type: string) {
  return { __type: type, message: 'refused' };
}
