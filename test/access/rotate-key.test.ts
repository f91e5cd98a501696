import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { resolveKey } from '../../shared/access/auth/authenticate.ts';
import { activeKeysOf, type StoredKey } from '../../shared/access/db/api-keys.ts';
import { deactivatePerson } from '../../shared/access/usecases/deactivate-person.ts';
import { issueKey, rotateKey } from '../../shared/access/usecases/issue-key.ts';
import { keys, partitions } from '../../shared/kernel/db/keys.ts';
import { findPerson } from '../../shared/people/db/people.ts';
import { registerPerson } from '../../shared/people/usecases/register-person.ts';
import { depsOn, operator } from '../support/core-deps.ts';
import { nobody, refusal } from '../support/people.ts';
import { freshTable, type TestTable } from '../support/table.ts';

let table: TestTable;
let deps: ReturnType<typeof depsOn>;
let personId: string;
let key: StoredKey;
let secret: string;

beforeEach(async () => {
  table = await freshTable();
  deps = depsOn(table);
  personId = (await registerPerson({ ...nobody, email: 'ada@example.com' }, operator, deps)).id;
  const request = { kind: 'standard', label: null, scopes: [], limits: null } as const;
  ({ key, secret } = await issueKey(personId, request, operator, deps));
});

let forms = 0;
const rotate = (keyId = key.id) => {
  forms += 1;
  return rotateKey({ personId, keyId, formId: `form-${forms}` }, operator, deps);
};
const accepts = (credential: string) => refusal(resolveKey(deps, credential));
const active = () => activeKeysOf(table, partitions.person(personId));
const isTransaction = (_: unknown, operation: string) => operation === 'TransactWriteItems';

describe('a rotation', () => {
  it('replaces one key with another, and leaves their number unchanged', async () => {
    const rotated = await rotate();
    expect([await accepts(secret), await accepts(rotated.secret)]).toEqual([
      '401 api_key.invalid',
      'done',
    ]);
    expect((await active()).map(({ id }) => id)).toEqual([rotated.key.id]);
    expect((await findPerson(table, personId))?.activeKeys).toBe(1);
  });

  it('replaces a key once', async () => {
    await rotate();
    expect(await refusal(rotate())).toBe('409 api_key.revoked');
    expect(await active()).toHaveLength(1);
  });
});

describe('a deactivated account (spec 5, rule 4)', () => {
  it('gets no key from a rotation, even if one of its keys is still active', async () => {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: keys.person(personId),
        UpdateExpression: 'SET #status = :deactivated',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':deactivated': 'deactivated' },
      }),
    );
    expect(await refusal(rotate())).toBe('409 person.deactivated');
    expect((await active()).map(({ id }) => id)).toEqual([key.id]);
  });

  it('gets no key if it is deactivated between the rotation’s read and its write', async () => {
    table.proxy.beforeNext(isTransaction, () => deactivatePerson(personId, operator, deps));
    expect(await refusal(rotate())).toBe('409 api_key.revoked');
    expect(await active()).toEqual([]);
  });

  it('loses the key of a rotation between the deactivation’s read and its write', async () => {
    const late: string[] = [];
    table.proxy.beforeNext(isTransaction, async () => late.push((await rotate()).secret));
    await deactivatePerson(personId, operator, deps);
    expect(late).toHaveLength(1);
    expect(await accepts(String(late[0]))).toBe('401 api_key.invalid');
    expect(await active()).toEqual([]);
    expect((await findPerson(table, personId))?.activeKeys).toBe(0);
  });
});
