import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { unknownId } from '../support/admin.ts';
import {
  aFiler,
  type Filer,
  filingIn,
  propose,
  readFiling,
  refusalOf,
  sign,
} from '../support/amendments.ts';
import { aVoucher } from '../support/drafts.ts';
import { aPartnerKey, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let filer: Filer;

const world = await useWorld();
beforeEach(async () => {
  // Sign-ins from one network address are limited per hour.
  world.clock.now += 3_600_000;
  filer = await aFiler(world);
});

const entityNotFound = { status: 404, error: 'Legal entity not found', code: 'entity.not_found' };

describe('who may file amendments (spec 4.15)', () => {
  const calls = (entityId: string, filingId: string): readonly [string, string, object?][] => {
    const path = `/api/v1/legal_entities/${entityId}/amendments`;
    return [
      ['GET', path],
      ['GET', `${path}/${filingId}`],
      ['POST', path, { extension: 'LC' }],
      ['PATCH', `${path}/${filingId}`, { extension: 'LC' }],
      ['POST', `${path}/${filingId}/pay/voucher`, { voucherCode: 'V' }],
      ['POST', `${path}/${filingId}/submit`],
    ];
  };
  const answers = (filingId: string, key: string, entityId = filer.entityId) =>
    Promise.all(
      calls(entityId, filingId).map(async ([method, path, body]) =>
        refusalOf(await world.call(method, path, { key, body })),
      ),
    );
  const each = (refusal: object) => Array.from({ length: 6 }, () => refusal);

  it('anyone but a current representative gets 404, as for an unknown entity', async () => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    const stranger = await aResident(world);
    expect(await answers(id, stranger.standardKey)).toEqual(each(entityNotFound));
    for (const entityId of [unknownId, 'x']) {
      expect(await answers(id, filer.standardKey, entityId)).toEqual(each(entityNotFound));
    }
    await world.admin('DELETE', `/legal_entities/${filer.entityId}/representatives/${filer.id}`);
    expect(await answers(id, filer.standardKey)).toEqual(each(entityNotFound));
  });

  it('an Agent Key gets 404 for an entity that was not created through the API', async () => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    await world.admin('PATCH', `/legal_entities/${filer.entityId}`, { createdViaAPI: false });
    expect(await answers(id, filer.agentKey)).toEqual(each(entityNotFound));
    expect(await readFiling(world, filer, id)).toMatchObject({ id });
  });

  it('an Agent Key with the scopes can file like its owner', async () => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }, filer.agentKey));
    const path = `${filer.path}/${id}`;
    const body = { extension: 'SRL' };
    expect(filingIn(await world.call('PATCH', path, { key: filer.agentKey, body }))).toMatchObject({
      proposedChanges: { extension: 'SRL' },
    });
    await sign(world, filer, id);
    const voucherCode = await aVoucher(world);
    const paid = await world.call('POST', `${path}/pay/voucher`, {
      key: filer.agentKey,
      body: { voucherCode },
    });
    expect(filingIn(paid)).toMatchObject({ statusId: 'Pending Review' });
    const again = await world.call('POST', `${path}/submit`, { key: filer.agentKey });
    expect(filingIn(again)).toEqual(filingIn(paid));
  });

  it('an Agent Key gets 403 on writes without the Manifestation of Will', async () => {
    const { id } = filingIn(await propose(world, filer, { extension: 'LC' }));
    // A real revocation also revokes keys that can write, so the test removes the item directly.
    await transact(world.table, { will: { remove: { Key: keys.manifestation(filer.id) } } });
    const insufficient = {
      status: 403,
      error: 'Insufficient permissions',
      code: 'api_key.insufficient_permissions',
    };
    expect((await answers(id, filer.agentKey)).slice(2)).toEqual(
      Array.from({ length: 4 }, () => insufficient),
    );
    const read = await world.call('GET', `${filer.path}/${id}`, { key: filer.agentKey });
    expect(read.status).toBe(200);
  });

  it('a Partner Key gets 401', async () => {
    const key = await aPartnerKey(world);
    expect(await answers(unknownId, key)).toEqual(
      each({ status: 401, error: 'Invalid API key', code: 'api_key.invalid' }),
    );
  });
});
