import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, expect, it } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { startS3 } from '../../local/engines/s3.ts';
import { openEvidenceStore } from '../../shared/platform/aws/evidence-store.ts';

const s3 = await startS3({
  locks: { strict: { mode: 'COMPLIANCE', days: 10 }, lenient: { mode: 'GOVERNANCE', days: 10 } },
  // Signatures use the real time.
  now: () => new Date(),
});
const client = new S3Client({ ...localAws, endpoint: s3.endpoint, forcePathStyle: true });
afterAll(async () => {
  client.destroy();
  await s3.stop();
});

const put = (Bucket: string, Key: string, Body: string, IfNoneMatch?: string) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...(IfNoneMatch && { IfNoneMatch }) }));
const remove = (Bucket: string, Key: string, VersionId: string | undefined, bypass = false) =>
  client.send(
    new DeleteObjectCommand({
      Bucket,
      Key,
      ...(VersionId !== undefined && { VersionId }),
      ...(bypass && { BypassGovernanceRetention: true }),
    }),
  );
const nameOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) =>
      `${Reflect.get(Object(error), 'name')}: ${Reflect.get(Object(error), 'message')}`,
  );

it('the local bucket refuses to remove a locked version, as S3 does', async () => {
  const { VersionId } = await put('strict', 'a', 'first');
  const refused = 'AccessDenied: Access Denied because object protected by object lock.';
  expect(await nameOf(remove('strict', 'a', VersionId))).toBe(refused);
  expect(await nameOf(remove('strict', 'a', VersionId, true))).toBe(refused);
});

it('the local bucket lets only a caller with the governance bypass remove a version', async () => {
  const { VersionId } = await put('lenient', 'a', 'first');
  expect(await nameOf(remove('lenient', 'a', VersionId))).toContain('AccessDenied');
  expect(await nameOf(remove('lenient', 'a', VersionId, true))).toBe('done');
});

it('an overwritten or deleted object keeps its first version, and the store reports the change', async () => {
  await put('strict', 'b', 'first');
  await put('strict', 'b', 'second');
  await remove('strict', 'b', undefined);
  expect(await nameOf(client.send(new GetObjectCommand({ Bucket: 'strict', Key: 'b' })))).toContain(
    'NoSuchKey',
  );
  const store = openEvidenceStore('strict', client);
  const [found] = await store.list('b');
  expect(found).toMatchObject({ key: 'b', overwritten: 1, hidden: true });
  expect(Buffer.from((await store.read('b', found?.versionId)) ?? []).toString()).toBe('first');
});

it('a conditional put stores one object if several run at the same time', async () => {
  const store = openEvidenceStore('strict', client);
  const write = () => store.put('c', Buffer.from('one'));
  expect((await Promise.all([write(), write(), write()])).toSorted()).toEqual([
    'there',
    'there',
    'written',
  ]);
  expect(await store.list('c')).toMatchObject([{ overwritten: 0, hidden: false }]);
});

it('a list has more than one page of objects', async () => {
  const store = openEvidenceStore('strict', client);
  const names = Array.from(
    { length: 1_050 },
    (_, index) => `many/${String(index).padStart(4, '0')}`,
  );
  for (const name of names) await store.put(name, Buffer.from(name));
  expect((await store.list('many/')).map(({ key }) => key)).toEqual(names);
});
