import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { StoredKey } from '../../shared/access/db/api-keys.ts';
import type { ItemKey } from '../../shared/kernel/db/keys.ts';
import type { StoredResident } from '../../shared/people/db/residents.ts';
import { newEntity } from '../../shared/registry/db/new-entity.ts';

const residency = { effectiveDate: '2026-01-15T00:00:00.000Z', terminationDate: null };
const createdAt = '2026-01-16T09:30:00.000Z';

export const storedKey: StoredKey = {
  id: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  hash: 'hash',
  kind: 'standard',
  ownerId: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
  label: 'bench',
  scopes: [],
  limits: null,
  lastFour: 'x7Qa',
  createdAt,
  revokedAt: null,
  gatewayValue: 'value',
  gatewayKeyId: 'id',
};

const resident: StoredResident = {
  resident: 'natural_person',
  ownerId: storedKey.ownerId,
  periods: [residency],
};

const entity = newEntity({
  id: '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21',
  optionId: 'llc',
  name: 'Acme',
  extension: 'LLC',
  formationDate: createdAt,
  registrationDate: createdAt,
  residentPermitNumber: '80000000000012',
  createdViaAPI: true,
  residency,
  createdAt,
});

/** A key of DynamoDB's wire format. */
interface WireKey {
  readonly pk: { readonly S: string };
  readonly sk: { readonly S: string };
}

interface WireRequest {
  readonly Key?: WireKey;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly WireKey[] }>>;
}

function itemAt({ pk, sk }: ItemKey): Record<string, AttributeValue> | undefined {
  const item = (fields: object) => marshall({ pk, sk, ...fields }, { removeUndefinedValues: true });
  if (pk.startsWith('KEY#')) return item(storedKey);
  if (pk.startsWith('RPN#')) return item(resident);
  if (pk.startsWith('ENTITY#')) return item(sk === 'ENTITY' ? entity : {});
  return pk === 'naive' ? item(resident) : undefined;
}

/** The table's answer to a request. */
function answer(operation: string, { Key: key, RequestItems: batch }: WireRequest): unknown {
  switch (operation) {
    case 'GetItem':
      return { Item: key && itemAt({ pk: key.pk.S, sk: key.sk.S }) };
    case 'BatchGetItem': {
      const found = Object.entries(batch ?? {}).map(([table, { Keys: requested }]) => [
        table,
        requested.map(({ pk, sk }) => itemAt({ pk: pk.S, sk: sk.S })).filter((item) => item),
      ]);
      return { Responses: Object.fromEntries(found), UnprocessedKeys: {} };
    }
    case 'Query':
      return { Items: [], Count: 0, ScannedCount: 0 };
    case 'UpdateItem':
      return { Attributes: marshall({ minute: 0, inMinute: 1, day: 0, inDay: 1 }) };
    case 'TransactWriteItems':
      return {};
    default:
      throw new Error(`the stub does not know ${operation}`);
  }
}

/** A table on loopback that answers immediately and counts its requests, and an empty bucket. */
export async function startTableStub() {
  let requests = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const target = request.headers['x-amz-target'];
    if (target === undefined) {
      response.writeHead(404, { 'content-length': 0 }).end();
      return;
    }
    const operation = String(target).split('.').at(-1) ?? '';
    // The SDK wrote it, in DynamoDB's own format.
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as WireRequest;
    requests += 1;
    const body = JSON.stringify(answer(operation, asked));
    response.writeHead(200, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on TCP, so the address is not a pipe's name.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
