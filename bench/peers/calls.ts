import { composeKey } from '../../shared/access/auth/api-key.ts';
import { callerOf } from '../../shared/access/auth/authenticate.ts';
import { authorizerContext } from '../../shared/access/auth/authorizer-context.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { storedKey } from './table-stub.ts';

const headers = {
  authorization: `Bearer ${composeKey('sk-', new Uint8Array(32))}`,
  'content-type': 'application/json',
};

/** A successful call of a function, as API Gateway would send it. */
export function eventFor(entry: string): unknown {
  const row = routes.find((route) => route.entry === entry);
  if (row) return proxyEvent(row);
  if (entry !== 'functions/gateway/authorize.ts') throw new Error(`no call is known for ${entry}`);
  return { type: 'REQUEST', methodArn: 'arn:aws:execute-api:eu-west-1:1:a/dev/POST/x', headers };
}

function proxyEvent({ method, path, limit, auth, example }: Route): unknown {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return {
    httpMethod: method,
    resource: path,
    path,
    headers,
    pathParameters: Object.fromEntries(
      names.map((name) => [name, '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21']),
    ),
    queryStringParameters: null,
    body: example?.request === undefined ? null : JSON.stringify(example.request),
    isBase64Encoded: false,
    requestContext: {
      requestId: 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
      identity: {
        sourceIp: '127.0.0.1',
        userArn: auth.scheme === 'operator' ? 'arn:aws:iam::1:user/bench' : null,
      },
      authorizer: limit && authorizerContext({ outcome: 'caller', caller: callerOf(storedKey) }),
    },
  };
}
