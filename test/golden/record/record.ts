import { mkdir, rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type ItemKey, keys } from '../../../shared/kernel/db/keys.ts';
import type { Item } from '../../../shared/kernel/db/table.ts';
import { parseEvent } from '../../../shared/platform/db/stored-event.ts';
import { deliverEvent } from '../../support/deliver-event.ts';
import { outboxDepsOn } from '../../support/outbox-deps.ts';
import { signedIn } from '../../support/portal.ts';
import { aResident } from '../../support/registry.ts';
import { aReviewer, reviewerEmail } from '../../support/reviewers.ts';
import { freshTable } from '../../support/table.ts';
import type { World } from '../../support/world.ts';
import { goldenVersion } from '../golden-address.ts';
import { kindOf } from '../kind-of.ts';
import { recordApplications } from './record-applications.ts';
import { recordAmendments, recordCertificates } from './record-filings.ts';
import { recordOthers } from './record-others.ts';
import { recordPartners } from './record-partners.ts';
import { recordRegistry } from './record-registry.ts';
import { recordChallenge, recordCursors, recordOAuth, recordPortal } from './record-sign-ins.ts';
import { recordWritten } from './record-written.ts';
import { openRecorder } from './recorder.ts';
import { later, recordingWorld } from './recording-world.ts';
import { newestOfEach, readEverything, thinOutAudit } from './thin-out.ts';

const folder = new URL(`../${goldenVersion}/`, import.meta.url);

/** Writes the golden items; README.md in this folder says when to run it. */
it('records an item of every kind, and what callers hold', async () => {
  const { world, signingKeys } = await recordingWorld();
  const recorder = openRecorder(world);
  const registry = await recordRegistry(world, recorder);
  const { owner, entity } = registry;
  const browser = await signedIn(world, owner.email);
  const { atTheEnd: lastApplication, ...applications } = await recordApplications(
    world,
    recorder,
    owner,
  );
  const amendments = await recordAmendments(world, recorder);
  const { atTheEnd: lastCertificate, ...certificates } = await recordCertificates(
    world,
    recorder,
    owner,
    browser,
  );
  const partner = await recordPartners(world, recorder);
  const portal = await recordPortal(world, browser);
  const reviewer = await aReviewer(world);
  const { atTheEnd: lastSignIns, ...oauth } = await recordOAuth(world, {
    owner,
    browser,
    entityId: entity.id,
  });
  const { atTheEnd: lastOthers, ...others } = await recordOthers(world);
  await thinOutAudit(world.table, owner.id);
  await recordCursors(recorder, { owner, entityId: entity.id, partner, visitor: registry.visitor });
  later(world);
  const challenge = await recordChallenge(world, await aResident(world));
  later(world);
  await recordWritten(world, {
    personId: others.holder.id,
    entityId: others.holder.entityId,
    clientId: others.ownClient.clientId,
    endpointId: others.webhook.id,
  });
  const handles = {
    recordedAt: new Date(world.clock.now).toISOString(),
    ...registry,
    portal,
    reviewer: { email: reviewerEmail, cookies: [...reviewer.browser.cookies] },
    applications: { ...applications, undelivered: await lastApplication() },
    amendments,
    certificates: { ...certificates, undelivered: await lastCertificate() },
    partner,
    challenge,
    oauth: { ...oauth, ...(await lastSignIns()) },
    others: { ...others, ...(await lastOthers()) },
  };
  await rm(new URL('items/', folder), { recursive: true, force: true });
  await mkdir(new URL('items/', folder), { recursive: true });
  await dump('handles.json', handles);
  await dump('requests.json', recorder.requests);
  await dump('cursors.json', recorder.cursors);
  await dump('signing-keys.json', {
    thisIs: 'test data, made for the golden items',
    keys: JSON.parse(await signingKeys()),
  });
  const kinds = await itemsByKind(world, keys.sentForm(owner.id, portal.keyForm.formId));
  await dump('executions.json', await executionsOf(kinds.get('event') ?? []));
  for (const [kind, items] of kinds) await dump(`items/${kind}.json`, items);
  await world.stop();
  expect(kinds.size).toBeGreaterThan(70);
});

async function dump(name: string, content: unknown): Promise<void> {
  await writeFile(new URL(name, folder), `${JSON.stringify(content, null, 2)}\n`);
}

/** The input with which events start the workflows. */
async function executionsOf(events: readonly Item[]) {
  // Without the records of deliveries.
  const deps = outboxDepsOn(await freshTable());
  for (const { id, createdAt, event } of events.map(parseEvent)) {
    const { type } = event;
    const starts = type === 'review.requested' || type === 'review.decided';
    if (starts || type === 'certificate.paid') await deliverEvent({ id, createdAt, event }, deps);
  }
  return deps.executions;
}

/** All stored items of the table, in the order of their keys. */
async function itemsByKind(
  { table }: World,
  sentForm: ItemKey,
): Promise<ReadonlyMap<string, readonly Item[]>> {
  const kinds = new Map<string, Item[]>();
  for (const item of await readEverything(table)) {
    const kind = kindOf(item);
    kinds.set(kind, [...(kinds.get(kind) ?? []), sorted(item)]);
  }
  // Those whose form a browser still has open.
  const { pk } = sentForm;
  kinds.set(
    'sentForm',
    [...(kinds.get('sentForm') ?? [])].filter((item) => item['pk'] === pk),
  );
  kinds.set('event', [...newestOfEach(kinds.get('event') ?? [])]);
  for (const items of kinds.values()) {
    items.sort((one, other) => (place(one) < place(other) ? -1 : 1));
  }
  return kinds;
}

function place(item: Item): string {
  return `${item['pk']}\n${item['sk']}`;
}

function sorted(item: Item): Item {
  const entries = Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries);
}
