import { beforeEach, describe, expect, it } from 'vitest';
import { keys, partitions } from '../../shared/kernel/db/keys.ts';
import { dataParts, exportedKind, itemRules } from '../../shared/kernel/domain/item-rules.ts';
import { agentScopes } from '../../shared/kernel/domain/scopes.ts';
import { isTheirs, type Relations } from '../../shared/retention/db/erasure-relations.ts';
import { aDraft, aVoucher, pay } from '../support/drafts.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { anAgentKey, anEntity, aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let ada: Person;
let browser: Visitor;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
});

const place = '/portal/my-data';

interface Export {
  readonly personId: string;
  readonly notIncluded: readonly string[];
  readonly parts: readonly {
    readonly part: string;
    readonly purpose: string;
    readonly records: readonly { readonly kind: string; readonly fields: object }[];
  }[];
}

async function download(): Promise<Export> {
  await browser.open(place);
  const answer = await browser.send(place, {});
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text) as Export;
}

async function everything() {
  const { client, name: TableName } = world.deps.table;
  const { Items = [], LastEvaluatedKey } = await client.call('Scan', { TableName });
  expect(LastEvaluatedKey).toBeUndefined();
  return Items;
}

describe('/portal/my-data', () => {
  it('describes each part of the data and how long it is kept', async () => {
    const text = shownText(await browser.open(place));
    for (const part of ['You and your account', 'Residency', 'Activity', 'How long we keep it'])
      expect(text).toContain(part);
  });

  it('says how an account is deleted, and begins an email that asks for it', async () => {
    const shown = async (links: object) => {
      Object.assign(world.deps, { links });
      const { text } = await browser.open(place);
      Object.assign(world.deps, { links: {} });
      return /<h2 id="delete">.*?<a href="([^"]*)"/s.exec(text)?.[1];
    };
    expect(await shown({ contact: 'desk@port.example' })).toBe(
      `mailto:desk@port.example?subject=Delete%20my%20account&amp;body=Please%20delete%20my%20account.%20Its%20ID%20is%20${ada.id}.`,
    );
    // Without an address there is no email to begin.
    expect(await shown({})).toBe('/help');
    expect(await shown({ help: 'https://help.example' })).toBe('https://help.example');
  });

  it('downloads a file with all data, and records the download', async () => {
    const key = await anAgentKey(world, ada.id, agentScopes);
    await aDraft(world, key);
    await anEntity(world, { representatives: [ada.id] });
    await world.settle();
    const file = await download();
    expect(file.personId).toBe(ada.id);
    // The file lists what it does not contain.
    expect(file.notIncluded.join(' ')).toMatch(/newest 2,000.*Residency applications.*checkouts/);
    const kinds = new Set(file.parts.flatMap(({ records }) => records.map(({ kind }) => kind)));
    for (const kind of [
      ...['person', 'residency', 'ownedKey', 'manifestation', 'ownedSession', 'knownBrowser'],
      ...['application', 'represented', 'activity', 'keyUse'],
    ])
      expect([...kinds]).toContain(kind);
    const text = JSON.stringify(file);
    expect(text).toContain(ada.email);
    expect(text).not.toMatch(/"(hash|nonce|signatureToken|objectKey|pk|sk)":/);
    expect(text).not.toContain(key);
    const again = await download();
    expect(JSON.stringify(again)).toContain('"action":"person.data_exported"');
  });

  it('shows that a key asked its owner, by the activity, without the call that waits', async () => {
    const path = `/persons/${ada.id}/api_keys`;
    const key = await created(world, path, { kind: 'standard', approvalRequired: true });
    const draft = await aDraft(world, ada.standardKey);
    const code = await aVoucher(world);
    const asked = await pay(world, { ...draft, key: String(key['key']) }, code);
    expect(asked.status).toBe(202);
    const text = JSON.stringify(await download());
    expect(text).toContain('"action":"key_approval.requested"');
    expect(text).toContain((asked.body as { data: { id: string } }).data.id);
    expect(text).not.toContain(code);
  });

  it('requires a recent sign-in, and contains no data of other people', async () => {
    const grace = await aResident(world);
    expect(JSON.stringify(await download())).not.toContain(grace.id);
    await browser.open(place);
    world.clock.now += 16 * 60_000;
    const answer = outcomeOf(await browser.send(place, {}));
    expect(answer.status).toBe(303);
    expect(answer.location).toContain('reason=data');
  });
});

describe('the rules for the data file', () => {
  it('include everything that an erasure finds about a person unless a rule excludes it', async () => {
    const key = await anAgentKey(world, ada.id, agentScopes);
    await aDraft(world, key);
    const formId = 'f'.repeat(22);
    await browser.open('/portal/proofs');
    await browser.send('/portal/proofs', { show: 'name', validity: 'hour', formId });
    await world.settle();
    const file = await download();
    const told = new Map<string, number>();
    for (const { records } of file.parts)
      for (const { kind } of records) told.set(kind, (told.get(kind) ?? 0) + 1);
    const none = new Set<string>();
    const items = await everything();
    const cases = new Set(
      items
        .filter(({ pk }) => pk === partitions.person(ada.id))
        .filter((item) => exportedKind(item) === 'application')
        .map(({ id }) => String(id)),
    );
    const relations: Relations = {
      ...{ personId: ada.id, emails: new Set([ada.email]), cases, filings: none },
      ...{ reviews: none, passes: none, mailboxCases: none, reasons: new Map(), owned: none },
    };
    const theirs = items.filter((item) => {
      const kind = exportedKind(item) ?? '';
      const isInExport = dataParts.some((part) => part === itemRules[kind]?.shown);
      return (
        isInExport && (item['pk'] === keys.person(ada.id).pk || isTheirs[kind]?.(item, relations))
      );
    });
    const held = Map.groupBy(theirs, (item) => exportedKind(item) ?? '');
    expect([...held.keys()]).toContain('ownedProof');
    for (const [kind, each] of held) expect([kind, told.get(kind)]).toEqual([kind, each.length]);
  });
});
