import { describe, expect, it } from 'vitest';
import { openSeal, type Seal } from '../../../shared/kernel/auth/seal.ts';

const begin = Date.UTC(2026, 0, 1);
const claims = { personId: 'p1', list: ['é', 'b'] };

/** A service with these secrets, at a time in milliseconds after the start. */
function service(secrets: readonly string[], after = 0): Seal {
  return openSeal(
    async () => secrets,
    () => new Date(begin + after),
  );
}

describe('a sealed token', () => {
  it('returns its claims until it expires', async () => {
    const token = await service(['one']).seal('device', claims, 1000);
    expect(await service(['one'], 999).open('device', token)).toEqual(claims);
    expect(await service(['one'], 1000).open('device', token)).toBeNull();
  });

  it('is invalid for another purpose', async () => {
    const token = await service(['one']).seal('device', claims, 1000);
    expect(await service(['one']).open('authorization_request', token)).toBeNull();
  });

  it('stays valid after a rotation of the secret while the previous secret is accepted', async () => {
    const token = await service(['one']).seal('device', claims, 1000);
    expect(await service(['two', 'one']).open('device', token)).toEqual(claims);
    expect(await service(['two']).open('device', token)).toBeNull();
    const next = await service(['two', 'one']).seal('device', claims, 1000);
    expect(await service(['two']).open('device', next)).toEqual(claims);
  });

  it('is invalid if any character is changed', async () => {
    const seal = service(['one']);
    const token = await seal.seal('device', claims, 1000);
    const last = token.length - 1;
    for (const [index, character] of [...token].entries()) {
      // The last character of each part has unused bits, which a decoder may ignore.
      if (index === last || token[index + 1] === '.') continue;
      const changed = `${token.slice(0, index)}${character === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
      expect([index, await seal.open('device', changed)]).toEqual([index, null]);
    }
  });

  it.each([
    '',
    '.',
    '..',
    'a.b.c',
    'eyJhbGciOiJub25lIn0.e30.',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6InJlZ2lzdHJ5LWRldmljZSJ9.e30.AAAA',
    '\u0000',
    'é.é.é',
    'A'.repeat(100_000),
  ])('is not %j', async (token) => {
    expect(await service(['one']).open('device', token)).toBeNull();
  });

  it('requires a secret', async () => {
    await expect(service([]).seal('device', claims, 1000)).rejects.toThrow('no secret');
    expect(await service([]).open('device', 'a.b.c')).toBeNull();
  });
});
