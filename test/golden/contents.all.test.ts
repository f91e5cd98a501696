import { describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import contents from './1.0.0/contents.json' with { type: 'json' };
import cursors from './1.0.0/cursors.json' with { type: 'json' };
import executions from './1.0.0/executions.json' with { type: 'json' };
import requests from './1.0.0/requests.json' with { type: 'json' };
import { goldenItems, goldenKinds } from './golden-world.ts';
import { everyKind, kindOf } from './kind-of.ts';
import { retired } from './retired.ts';

interface Event {
  readonly type: string;
  readonly mail?: { readonly template: string };
  readonly subject?: { readonly type: string };
}

// The recorder writes items of the outbox.
const events = goldenItems('event').map(({ event }) => event as Event);

describe('version 1.0.0 is kept whole', () => {
  it('knows every kind of shared/kernel/db/keys.ts, and has an item of each', () => {
    // The records of stored answers create their own keys.
    expect(everyKind.toSorted()).toEqual(['idempotency', ...Object.keys(keys)].toSorted());
    const said = [...contents.items, ...Object.keys(retired)];
    expect(everyKind.filter((kind) => !said.includes(kind))).toEqual([]);
  });

  it('one item of every kind, each in the file of its kind', () => {
    expect(goldenKinds().toSorted()).toEqual(contents.items.toSorted());
    for (const kind of contents.items) {
      expect([kind, ...new Set(goldenItems(kind).map(kindOf))]).toEqual([kind, kind]);
    }
  });

  it('one of every member of a list, event, mail, and subject of a review', () => {
    const collections = goldenItems('listed').map(({ pk }) =>
      String(pk)
        .replace(/^LIST#|#\d+$/g, '')
        .replace(/^(mailbox_case#of)#.*/, '$1'),
    );
    const expected = events.flatMap(({ subject }) => subject?.type ?? []);
    expect({
      collections: distinct(collections),
      events: distinct(events.map(({ type }) => type)),
      mails: distinct(events.flatMap(({ mail }) => mail?.template ?? [])),
      subjects: distinct(expected),
    }).toEqual({
      collections: contents.collections,
      events: contents.events,
      mails: contents.mails,
      subjects: contents.subjects,
    });
  });

  it('one input of every workflow, one place in every list, one answer of every repeatable write', () => {
    expect({
      workflows: distinct(executions.map(({ workflow }) => workflow)),
      cursors: distinct(cursors.map(({ list }) => list)),
      requests: distinct(requests.map(({ name }) => name.replace(/^(submission) .*/, '$1'))),
    }).toEqual({
      workflows: contents.workflows,
      cursors: contents.cursors,
      requests: contents.requests,
    });
  });

  it('every kind is still one of shared/kernel/db/keys.ts, or was retired with a reason', () => {
    // The records of stored answers create their own keys.
    const known = ['idempotency', ...Object.keys(keys), ...Object.keys(retired)];
    expect(contents.items.filter((kind) => !known.includes(kind))).toEqual([]);
  });
});

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].toSorted();
}
