import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { merkleRoot } from '../../shared/platform/usecases/seal-of-day.ts';
import { verifyChain } from '../../shared/platform/usecases/verify-evidence.ts';
import { operatorOf } from '../support/admin.ts';
import { useEvidence, vaultBucket } from '../support/evidence.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const operator = operatorOf(world);
const evidence = await useEvidence(world);
const at = (instant: string) => {
  world.clock.now = Date.parse(instant);
};
const verified = () => verifyChain({ store: evidence.store, now: new Date(world.clock.now) });
const keysOf = async (prefix: string) => (await evidence.store.list(prefix)).map(({ key }) => key);

describe('the Merkle root as in RFC 9162', () => {
  // Test vectors of the RFC's reference implementation.
  const leaves = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ].map((hex) => Buffer.from(hex, 'hex'));
  it.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ])('of %i leaves', (count, root) => {
    expect(merkleRoot(leaves.slice(0, count))).toBe(root);
  });
});

describe('the chain of signed days', () => {
  beforeAll(async () => {
    at('2026-03-01T12:00:00.000Z');
    await operator.aPerson();
    await evidence.drained();
    at('2026-03-03T12:00:00.000Z');
    await operator.aPerson();
    await evidence.drained();
  });

  it('has each finished day exactly once, including empty days and days that are signed late', async () => {
    at('2026-03-02T00:09:59.000Z');
    expect(await evidence.close()).toEqual({ closed: [] });
    at('2026-03-04T01:00:00.000Z');
    const both = await Promise.all([evidence.close(), evidence.close()]);
    expect(both.flatMap(({ closed }) => closed).toSorted()).toEqual([
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
    ]);
    expect(await evidence.close()).toEqual({ closed: [] });
    expect(await keysOf('chain/')).toEqual(
      ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => `chain/${day}.json`),
    );
    expect(await verified()).toMatchObject({ days: 3, signedThrough: '2026-03-03', findings: [] });
  });

  it('reports a day that is due but not signed', async () => {
    at('2026-03-05T02:00:00.000Z');
    expect((await verified()).findings).toEqual([]);
    at('2026-03-05T02:10:00.000Z');
    expect((await verified()).findings).toEqual([
      { at: '2026-03-04', what: 'chain/2026-03-04.json', wrong: 'is not signed yet' },
    ]);
    at('2026-03-04T02:10:00.000Z');
  });

  it('detects another key, another order or another root before its head', async () => {
    const content = await evidence.store.read('chain/2026-03-02.json');
    const text = Buffer.from(content ?? []).toString();
    const other = { ...evidence.store };
    const altered = (
      change: (seal: {
        statement: Record<string, unknown>;
        names: string[];
        signature: string;
      }) => void,
    ) => {
      const seal = JSON.parse(text);
      change(seal);
      other.read = async (key, version) =>
        key === 'chain/2026-03-02.json'
          ? Buffer.from(JSON.stringify(seal))
          : evidence.store.read(key, version);
      return verifyChain({ store: other, now: new Date(world.clock.now) });
    };
    const wrongs = async (...given: Parameters<typeof altered>) =>
      (await altered(...given)).findings.map(({ at: day, wrong }) => `${day} ${wrong}`);
    expect(await wrongs((seal) => (seal.statement['records'] = 7))).toEqual([
      '2026-03-02 has an invalid signature',
      '2026-03-03 does not match the day before',
    ]);
    expect(await wrongs((seal) => seal.names.push('one-more.jsonl'))).toContain(
      '2026-03-02 lists packets that differ from those that were signed',
    );
    const pinned = await verifyChain({
      store: evidence.store,
      now: new Date(world.clock.now),
      publicKey: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE',
    });
    expect(pinned.findings[0]?.wrong).toBe('is signed with another key');
    other.list = async (prefix) =>
      (await evidence.store.list(prefix)).filter(({ key }) => key !== 'chain/2026-03-02.json');
    other.read = evidence.store.read;
    const gap = await verifyChain({ store: other, now: new Date(world.clock.now) });
    expect(gap.findings[0]).toEqual({
      at: '2026-03-02',
      what: 'chain/2026-03-02.json',
      wrong: 'is missing in the chain',
    });
  });

  it('reports files that were overwritten, hidden or added in a signed day', async () => {
    const [packet = ''] = await keysOf('copies/2026-03-01/');
    const put = (Key: string) =>
      evidence.client.send(new PutObjectCommand({ Bucket: vaultBucket, Key, Body: 'x' }));
    await put('chain/2026-03-01.json');
    await put('copies/2026-03-01/new.jsonl');
    await evidence.client.send(
      new DeleteObjectCommand({ Bucket: vaultBucket, Key: 'chain/2026-03-03.json' }),
    );
    expect((await verified()).findings).toEqual([
      {
        at: '2026-03-01',
        what: 'chain/2026-03-01.json',
        wrong: 'it was overwritten; its first version was read',
      },
      {
        at: '2026-03-01',
        what: 'copies/2026-03-01/new.jsonl',
        wrong: 'was added after the day was signed',
      },
      {
        at: '2026-03-03',
        what: 'chain/2026-03-03.json',
        wrong: 'it was deleted; its first version was read',
      },
    ]);
    expect(packet).not.toBe('');
  });

  it('leaves a day unsigned if a packet does not match its name', async () => {
    at('2026-03-04T12:00:00.000Z');
    await operator.aPerson();
    await evidence.drained();
    await evidence.client.send(
      new PutObjectCommand({ Bucket: vaultBucket, Key: 'copies/2026-03-04/0.jsonl', Body: 'x' }),
    );
    at('2026-03-05T01:00:00.000Z');
    await expect(evidence.close()).rejects.toThrow('was changed after it was written');
    expect(await keysOf('chain/2026-03-04')).toEqual([]);
  });
});
