import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { create, transact } from '../../shared/kernel/db/transact.ts';
import { type ReadEvent, useJournal } from '../support/journal.ts';
import { created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const commits = 1_000;

describe('a feed with 1,000 simultaneous commits', () => {
  it('returns each event once and in order to a client that polls during the writes', async () => {
    const { id: integrationId } = await created(world, '/partner_integrations', {
      name: 'Harbour',
    });
    const { key } = await created(world, `/partner_integrations/${integrationId}/keys`, {});
    // There are four shards, and each batch of each shard is delivered twice at the same time.
    const journal = await useJournal(world, { lanes: 4, again: true });
    await journal.drained();
    const seen: ReadEvent[] = [];
    let last: string | null = null;
    let polls = 0;
    let open = true;
    /** Polls like an integrator, from the end of the last response. */
    const poll = async () => {
      const position: string = last === null ? '' : `&lastEventId=${last}`;
      const { body } = await world.call('GET', `/api/v1/events?limit=37${position}`, {
        key: String(key),
      });
      const page = body as { data: ReadEvent[]; pagination: { lastEventId: string | null } };
      seen.push(...page.data);
      last = page.pagination.lastEventId;
      polls += 1;
    };
    const polling = (async () => {
      while (open) await poll();
    })();
    const ids = Array.from({ length: commits }, () => randomUUID());
    await Promise.all(
      ids.map((id) =>
        transact(world.table, {
          application: create({
            ...keys.residencyApplication(id),
            id,
            integrationId,
            statusId: 'Draft',
            version: 1,
          }),
        }),
      ),
    );
    await journal.drained();
    open = false;
    await polling;
    // Read the events between the last poll and the end.
    for (let before = -1; before !== seen.length; ) {
      before = seen.length;
      await poll();
    }
    const told = seen.filter(({ type }) => type === 'residency_application.created');
    expect(told.map(({ data }) => data.id).toSorted()).toEqual(ids.toSorted());
    // The first event is the creation of the polling key.
    expect(seen.map(({ id }) => Number(id.slice(0, 12)))).toEqual(
      Array.from({ length: commits + 1 }, (_, index) => index + 1),
    );
    expect(polls).toBeGreaterThan(20);
    expect(journal.failures).toEqual([]);
  });
});
