import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTable } from '../../local/create-table.ts';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { localAws } from '../../local/engines/engine.ts';
import { startS3 } from '../../local/engines/s3.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { readAll } from '../../shared/kernel/db/page.ts';
import {
  getItem,
  getItems,
  type Table,
  tableClient,
  tableOver,
} from '../../shared/kernel/db/table.ts';
import { create, transact } from '../../shared/kernel/db/transact.ts';
import { updateItem } from '../../shared/kernel/db/update.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { asFunction, named } from '../support/caller.ts';
import { callersDocuments } from '../support/callers-documents.ts';
import { startDynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { deployedPolicies } from '../support/permissions/deployed-policies.ts';
import { openPermissions, type Uses } from '../support/permissions/permissions.ts';
import { bucketName, tableName } from '../support/permissions/policies.ts';
import { unusedPermissions } from '../support/permissions/unused.ts';

const entry = 'functions/things/all.ts';
const row: Route = {
  operationId: 'createThing',
  method: 'POST',
  path: '/things',
  entry,
  summary: 'Create a thing',
  tag: 'Things',
  auth: { scheme: 'none' },
  errors: [],
  table: 'read',
  writes: { put: ['objection', 'audit'], check: ['entity'] },
  documents: { get: ['documents'], put: ['tax-proofs'] },
  spec: '0',
};
const policies = deployedPolicies([row]);
const uses: Uses = new Set();
const permissions = openPermissions(policies, uses);
const stops: (() => Promise<void>)[] = [];
let table: Table;

beforeAll(async () => {
  const engine = await startDynamoDb();
  const proxy = await startDynamoDbProxy({ target: engine.endpoint, permissions });
  const s3 = await startS3({ refuse: permissions.refuseObject });
  stops.push(proxy.stop, engine.stop, s3.stop);
  Object.assign(process.env, { AWS_REGION: localAws.region, AWS_ENDPOINT_URL_S3: s3.endpoint });
  const address = { ...localAws, endpoint: proxy.endpoint };
  await createTable(new DynamoDBClient(address), tableName);
  table = tableOver(tableName, named(tableClient(address)));
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

/** Not on an operators' list, which would need further writes. */
const objection = create({ ...keys.objection('a', 'b') });
const audit = create({ ...keys.audit('a', '2026-01-01T00:00:00.000Z', 'b') });

/** The error that the function gets, or "allowed". */
async function refusal(work: () => Promise<unknown>): Promise<string> {
  return asFunction(entry, work).then(
    () => 'allowed',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

describe('a function in a test', () => {
  it('can do what it declares', async () => {
    expect(await refusal(() => transact(table, { objection, audit }))).toBe('allowed');
    expect(await refusal(() => getItems(table, [keys.person('a'), keys.email('b')]))).toBe(
      'allowed',
    );
    expect(await refusal(() => readAll(table, { value: keys.person('a').pk }))).toBe('allowed');
  });

  it.each([
    [
      'a write of another kind',
      () => transact(table, { voucher: create(keys.voucher('X')) }),
      "dynamodb:PutItem .*: declare writes: \\{ put: \\['voucher'\\] \\} in its row in the route table",
    ],
    [
      'one of several writes of a transaction',
      () => transact(table, { objection, key: create(keys.apiKey('x')) }),
      "declare writes: \\{ put: \\['apiKey'\\] \\}",
    ],
    [
      'another action on the kind that it may put',
      () =>
        updateItem(table, {
          Key: keys.objection('a', 'b'),
          UpdateExpression: 'SET a = :a',
          ExpressionAttributeValues: { ':a': 1 },
        }),
      "dynamodb:UpdateItem .*declare writes: \\{ update: \\['objection'\\] \\}",
    ],
    [
      'the trail, once it is written',
      () =>
        transact(table, {
          audit: { remove: { Key: keys.audit('a', '2026-01-01T00:00:00.000Z', 'b') } },
        }),
      'dynamodb:DeleteItem',
    ],
    [
      'an index',
      () => readAll(table, { value: 'AUDIT', index: 'gsi1' }),
      "dynamodb:Query .*declare indexes: \\['gsi1'\\]",
    ],
  ])('is refused %s, and the error says what to declare', async (_, work, words) => {
    expect(await refusal(work)).toMatch(new RegExp(`^AccessDeniedException: .*${words}`));
  });

  it('writes nothing of a transaction of which a part is not allowed', async () => {
    const other = keys.objection('a', 'other');
    const session = create(keys.session('x'));
    await refusal(() => transact(table, { objection: create(other), session }));
    expect(await getItem(table, other)).toBeUndefined();
  });

  it('is refused everything if it is not deployed', async () => {
    const get = () => getItem(table, keys.person('a'));
    await expect(asFunction('functions/nothing.ts', get)).rejects.toThrow('dynamodb:GetItem');
  });

  it('stores files only in its own folders, and its links open only files that it may read', async () => {
    const documents = callersDocuments(bucketName, permissions);
    const file = { content: Buffer.from('x'), contentType: 'text/plain' };
    const named = { contentType: 'text/plain', fileName: 'x' };
    await documents.put({ ...file, key: 'documents/a/b' });
    const put = (key: string) => () => documents.put({ ...file, key });
    expect(await refusal(put('tax-proofs/a/b'))).toBe('allowed');
    expect(await refusal(put('documents/a/b'))).toContain(
      "declare documents: { put: ['documents'] }",
    );
    const open = async (key: string) => {
      const url = await asFunction(entry, () => documents.url({ key, ...named }, 60));
      return (await fetch(url)).status;
    };
    expect([await open('documents/a/b'), await open('tax-proofs/a/b')]).toEqual([200, 403]);
  });

  it("has no restrictions in the test's own code", async () => {
    const Item = { ...keys.voucher('Y') };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
    expect(await getItem(table, keys.voucher('Y'))).toEqual(Item);
  });

  it('makes the test world fail if a permission was refused', () => {
    expect([...permissions.refusals].join('\n')).toContain(`${entry} is not authorized to perform`);
  });
});

describe('a permission that no test uses', () => {
  it('is listed as unused', () => {
    const unused = unusedPermissions({ [entry]: policies[entry] ?? [] }, uses).map(
      ({ action, resource, pattern }) => [action, resource.split(':').at(-1), pattern],
    );
    expect(unused).toEqual([['dynamodb:ConditionCheckItem', 'table/registry', 'ENTITY#*']]);
  });
});
