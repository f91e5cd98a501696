import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { findTaxProof, nameTaxProofWrite } from '../../shared/certificates/db/tax-proofs.ts';
import { storeTaxProof, taxProofUrl } from '../../shared/certificates/usecases/tax-proof.ts';
import { storeUpload } from '../../shared/documents/usecases/uploads.ts';
import { findAnyApplication } from '../../shared/incorporation/db/applications.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import type { Item, Table } from '../../shared/kernel/db/table.ts';
import { put, transact } from '../../shared/kernel/db/transact.ts';
import { emptyPerson, exportedKind, itemRules } from '../../shared/kernel/domain/item-rules.ts';
import { findInvoice } from '../../shared/payments/db/invoices.ts';
import { StoredPerson } from '../../shared/people/db/people.ts';
import { factOf } from '../../shared/platform/domain/fact.ts';
import { isTheirs } from '../../shared/retention/db/erasure-relations.ts';
import { erasePerson } from '../../shared/retention/usecases/erase-person.ts';
import { planErasure } from '../../shared/retention/usecases/plan-erasure.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { runInShell } from '../admin/shell.ts';
import { operatorOf } from '../support/admin.ts';
import { anApprovedResident, aResidencyDraft, stored } from '../support/applicants.ts';
import { aRepresentedEntity, aRequest } from '../support/certificates.ts';
import { aCheckout, inPayment, report, settlementOf } from '../support/checkout.ts';
import { aDraft, applicationPayload, aVoucher, pay, signByLink } from '../support/drafts.ts';
import { aPdf } from '../support/files.ts';
import { justBefore } from '../support/just-before.ts';
import { aLostMailbox, caseOf } from '../support/mailboxes.ts';
import { aPartner, aPartnerDraft, sworn } from '../support/partners.ts';
import { bucketName } from '../support/permissions/policies.ts';
import { signedIn } from '../support/portal.ts';
import { aFile, aProof, sendProof } from '../support/proofs.ts';
import { aWaitingCase } from '../support/questions.ts';
import { anAgentKey, aResident, created, type Person } from '../support/registry.ts';
import { anInfectedPdf } from '../support/upload-scans.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
// The command uses the real time. The world's clock moves a second with each person, and must stay behind it.
world.clock.now -= 300_000;
const operator = operatorOf(world);
const folder = mkdtempSync(join(tmpdir(), 'erase-'));
afterAll(() => rmSync(folder, { recursive: true }));
const engines = join(folder, 'engines.json');
writeFileSync(
  engines,
  JSON.stringify({
    region: localAws.region,
    table: world.table.name,
    documents: bucketName,
    tableEndpoint: world.databaseEndpoint,
    bucketEndpoint: process.env['AWS_ENDPOINT_URL_S3'],
    ...localAws.credentials,
  }),
);
const shell = (line: string) =>
  runInShell({ url: world.baseUrl, env: { REGISTRY_ENGINES: engines } }, line);
const actor = { kind: 'operator', id: 'local', personId: null } as const;

async function everything(): Promise<readonly Item[]> {
  const { client, name: TableName } = world.table;
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const page = await client.call('Scan', { TableName, ExclusiveStartKey: from });
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return items;
}

const dropped = () => world.deps.files;

/** A table whose process dies after the given number of transactions. */
function dyingAfter(writes: number): Table {
  let left = writes;
  const { client } = world.table;
  return {
    ...world.table,
    client: {
      ...client,
      call: async (operation, input) => {
        if (operation === 'TransactWriteItems') left -= 1;
        if (left < 0) throw new Error('killed');
        return client.call(operation, input);
      },
    },
  };
}

/** A person from a partner with all possible data, and a mark that only their data contains. */
async function someoneKnown() {
  const mark = `Zq${randomUUID().slice(0, 8)}`;
  const email = `${mark.toLowerCase()}@erased.example`;
  const applicant = { email, givenName: `Wilhelmina ${mark}`, surname: `${mark}son` };
  const { personId } = await anApprovedResident(world, { applicant });
  const id = String(personId);
  // Data of other people, so that the reason below names only this person.
  await world.admin('POST', '/revocations', { of: 'keys', kinds: ['agent'], carryOut: true });
  const key = await anAgentKey(world, id, ['agent:verify_rpn']);
  await world.admin('PATCH', `/persons/${id}`, { phoneNumber: `+504 ${mark}` });
  await signedIn(world, email);
  const visitor = {
    email,
    firstName: 'Wilhelmina',
    lastName: mark,
    signature: `Wilhelmina ${mark}`,
    consentToBackgroundCheck: true,
    referralSource: 'Spring Conference',
  };
  await world.call('POST', '/api/v1/visitor_pass_applications', { body: visitor });
  await world.admin('POST', '/revocations', {
    of: 'keys',
    kinds: ['agent'],
    carryOut: true,
    reason: `${mark} has called`,
  });
  await world.settle();
  return { id, mark, email, key };
}

/** Removes everything that prevents the erasure. */
async function leave(id: string) {
  const residencies = (await everything()).filter(
    (item) => item['pk'] === `PERSON#${id}` && exportedKind(item) === 'residency',
  );
  for (const { id: residencyId } of residencies) {
    const at = new Date(world.clock.now).toISOString();
    const path = `/persons/${id}/residencies/${residencyId}/terminate`;
    const { status, body } = await world.admin('POST', path, { terminationDate: at });
    if (status !== 200) throw new Error(`set-up: ${status} ${JSON.stringify(body)}`);
  }
  world.clock.now += 1_000;
  await world.admin('POST', `/persons/${id}/deactivate`);
}

describe('the erasure rules', () => {
  it('cover every kind of item with personal data', () => {
    const touched = Object.entries(itemRules).filter(([, { erasure }]) =>
      ['removed', 'emptied'].includes(erasure.does),
    );
    const found = touched.map(([kind]) => kind).filter((kind) => kind !== 'person');
    expect(found.filter((kind) => isTheirs[kind] === undefined)).toEqual([]);
  });

  it('cover every field of a person', () => {
    const kept = [
      'id',
      'residentPermitNumber',
      // Except for its agreement.
      'residency',
      'status',
      'erasure',
      'activeKeys',
      'credentialEpoch',
      'residencyApplicationId',
      'createdAt',
      'version',
    ];
    expect([...Object.keys(emptyPerson), ...kept].toSorted()).toEqual(
      Object.keys(StoredPerson.shape).toSorted(),
    );
  });
});

describe('persons erase', () => {
  it('is refused with the reasons while the person has an active account or case', async () => {
    const { id } = await someoneKnown();
    const outcome = await erasePerson(id, actor, { ...world.deps, files: dropped() });
    expect(outcome).toMatchObject({ kind: 'hindered' });
    expect(Object(outcome).blockers).toEqual(
      expect.arrayContaining(['account_active', 'residency_runs']),
    );
    expect(await erasePerson(randomUUID(), actor, { ...world.deps, files: dropped() })).toEqual({
      kind: 'not_found',
    });
  });

  it('erases all personal data from table, exports, files and facts, wherever it is interrupted', async () => {
    const { id, mark, email } = await someoneKnown();
    const other = await aResident(world);
    await leave(id);
    const objects = (await everything()).flatMap((item) =>
      item['pk'] === `PERSON#${id}` && typeof item['objectKey'] === 'string'
        ? [item['objectKey']]
        : [],
    );
    expect(objects.length).toBeGreaterThan(0);
    const plan = await shell(`persons erase --person ${id} --json`);
    expect(JSON.parse(plan.out)).toMatchObject({ state: 'planned', blockers: [] });
    expect(JSON.stringify(await everything())).toContain(mark);
    let runs = 0;
    for (; ; runs += 1) {
      const deps = { ...world.deps, files: dropped(), table: dyingAfter(runs) };
      const outcome = await erasePerson(id, actor, deps).catch(() => null);
      if (runs === 3) {
        // The erasure has begun, so the account can't be reactivated.
        expect(await operator.refused('POST', `/persons/${id}/reactivate`)).toMatchObject({
          status: 409,
          code: 'person.erased',
        });
      }
      if (outcome !== null) {
        expect(outcome.kind).toBe('done');
        break;
      }
    }
    // Each run completes one transaction more than the one before.
    expect(runs).toBeGreaterThan(4);
    const after = (await everything()).filter((item) => {
      const text = JSON.stringify(item).toLowerCase();
      return text.includes(mark.toLowerCase());
    });
    expect(after.map(exportedKind)).toEqual([]);
    for (const key of objects) expect(await world.deps.documents.size(key)).toBeNull();
    const to = join(folder, 'export');
    await shell(`export --to ${to} --files`);
    for (const name of readdirSync(to, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue;
      const text = readFileSync(join(name.parentPath, name.name), 'utf8').toLowerCase();
      expect(text.includes(mark.toLowerCase())).toBe(false);
    }
    // The audit entry has only ids, and the permit number is not reused.
    expect(await operator.data('GET', `/audit?subjectId=${id}&action=person.erased`)).toHaveLength(
      1,
    );
    const person = Object(await operator.data('GET', `/persons/${id}`));
    expect(person).toMatchObject({
      status: 'deactivated',
      givenName: null,
      email: `erased-${id}@erased.invalid`,
    });
    expect(person.residentPermitNumber).not.toBeNull();
    expect(await operator.refused('PATCH', `/persons/${id}`, { givenName: 'Ada' })).toMatchObject({
      code: 'person.erased',
    });
    // The address is free again, and no other data is gone.
    expect(await operator.data('POST', '/persons', { email })).toMatchObject({ email });
    expect((await world.call('GET', '/api/v1/whoami', { key: other.standardKey })).status).toBe(
      200,
    );
    expect(await erasePerson(id, actor, { ...world.deps, files: dropped() })).toEqual({
      kind: 'done_before',
    });
  });

  it('erases a closed mailbox case from all lists, wherever it is interrupted', async () => {
    const ada = await aResident(world);
    const caseId = await aLostMailbox(world, ada.id);
    await leave(ada.id);
    // Someone else may have read the mailbox and asked for the erasure.
    expect(await erasePerson(ada.id, actor, { ...world.deps, files: dropped() })).toEqual({
      kind: 'hindered',
      blockers: ['mailbox_case_open'],
    });
    expect(
      await operator.data('PATCH', `/mailbox_cases/${caseId}`, { decision: 'withdraw' }),
    ).toMatchObject({ status: 'withdrawn' });
    const naming = async () =>
      (await everything()).filter((item) =>
        JSON.stringify(item).includes(`MAILBOX_CASE#${caseId}`),
      );
    expect((await naming()).map(exportedKind)).toContain('listed');
    for (let writes = 1; ; writes += 1) {
      const deps = { ...world.deps, files: dropped(), table: dyingAfter(writes) };
      if ((await erasePerson(ada.id, actor, deps).catch(() => null)) !== null) break;
    }
    expect((await naming()).map(exportedKind)).toEqual([]);
  });

  it('erases a call that waits for its owner, with the code and the name in it', async () => {
    const ada = await aResident(world);
    const bob = await aResident(world);
    const waitingCallOf = async ({ id, standardKey }: Person) => {
      const path = `/persons/${id}/api_keys`;
      const { key } = await created(world, path, { kind: 'standard', approvalRequired: true });
      const draft = await aDraft(world, standardKey, { name: `Waits ${randomUUID()}` });
      const answer = await pay(world, { ...draft, key: String(key) }, await aVoucher(world));
      expect(answer.status).toBe(202);
      return draft.name;
    };
    const name = await waitingCallOf(ada);
    const kept = await waitingCallOf(bob);
    await leave(ada.id);
    const named = async (what: string) =>
      (await everything()).filter((item) => JSON.stringify(item).includes(what)).map(exportedKind);
    expect(await named(name)).toContain('requestedCall');
    expect(await erasePerson(ada.id, actor, { ...world.deps, files: dropped() })).toMatchObject({
      kind: 'done',
    });
    expect(await named(name)).toEqual([]);
    expect(await named(`KEY_APPROVALS#${ada.id}`)).toEqual([]);
    expect(await named(kept)).toContain('requestedCall');
    // The requested email is no longer sent.
    await world.settle();
    expect(world.mails.filter(({ text }) => text.includes(name))).toEqual([]);
  });

  it("erases the person's uploads, quarantined copies and scans from bucket and table", async () => {
    world.scans.setting.required = true;
    const ada = await aResident(world);
    const bob = await aResident(world);
    const upload = (personId: string, content: Uint8Array) =>
      storeTaxProof(
        { personId, content, contentType: 'application/pdf' },
        personActor(personId),
        world.deps,
      );
    await upload(ada.id, anInfectedPdf(ada.id));
    await upload(ada.id, aPdf());
    await upload(bob.id, anInfectedPdf(bob.id));
    const partner = await aPartner(world);
    const draft = await aPartnerDraft(world, partner, 'e_resident', { ...sworn, email: ada.email });
    const proof = aProof(draft.id, aFile(anInfectedPdf(draft.id)));
    expect((await sendProof(world, { key: partner.key, body: proof })).status).toBe(200);
    const caseId = await aLostMailbox(world, ada.id);
    const evidence = { kind: 'mailbox_evidence', caseId, personId: bob.id } as const;
    const found = {
      folder: 'mailbox-evidence',
      owner: caseId,
      contentType: 'application/pdf',
    } as const;
    // Uploaded, but never added to the case.
    await storeUpload({ ...found, content: anInfectedPdf(caseId), uploader: evidence }, world.deps);
    await world.scans.deliver();
    world.scans.setting.required = false;
    await operator.data('PATCH', `/mailbox_cases/${caseId}`, { decision: 'withdraw' });
    await leave(ada.id);
    const scansOf = async (...owners: readonly string[]) =>
      (await everything())
        .filter((item) => exportedKind(item) === 'uploadScan')
        .map(({ objectKey }) => String(objectKey))
        .filter((key) => owners.some((each) => key.includes(each)));
    const stored = async (keys: readonly string[]) => {
      const places = keys.flatMap((key) => [key, `refused/${key}`]);
      const sizes = await Promise.all(places.map((each) => world.deps.documents.size(each)));
      return places.filter((_, index) => sizes[index] !== null);
    };
    const theirs = await scansOf(ada.id, draft.id, caseId);
    const others = await scansOf(bob.id);
    expect(await stored(theirs)).toHaveLength(4);
    expect(await stored(others)).toHaveLength(1);
    expect(await shell(`persons erase --person ${ada.id} --confirm ${ada.id}`)).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/, 4 files\.\n$/),
    });
    expect(await stored(theirs)).toEqual([]);
    expect(await scansOf(ada.id, draft.id, caseId)).toEqual([]);
    expect(await stored(others)).toHaveLength(1);
    expect(await scansOf(bob.id)).toEqual(others);
  });

  it('is not held up by the laptop’s note of its invented people', async () => {
    const { id, mark } = await someoneKnown();
    const value = JSON.stringify({ demo: { email: `${mark.toLowerCase()}@erased.example` } });
    await transact(world.table, { demo: put({ pk: 'LOCAL#DEMO', sk: 'LOCAL#DEMO', value }) });
    await leave(id);
    const { exitCode, out } = await shell(`persons erase --person ${id} --confirm ${id}`);
    expect([exitCode, out]).toEqual([0, expect.stringContaining('Erased')]);
  });

  it('runs once if the command is started twice at the same time', async () => {
    const { id, mark } = await someoneKnown();
    await leave(id);
    const wrong = await shell(`persons erase --person ${id} --confirm ${randomUUID()}`);
    expect(wrong.exitCode).toBe(2);
    const both = await Promise.all(
      [1, 2].map(() => shell(`persons erase --person ${id} --confirm ${id}`)),
    );
    expect(both).toContainEqual(expect.objectContaining({ exitCode: 0, err: '' }));
    const last = await shell(`persons erase --person ${id} --confirm ${id}`);
    expect(last).toMatchObject({ exitCode: 0, out: 'Already erased.\n' });
    expect(JSON.stringify(await everything())).not.toContain(mark);
    expect(await operator.data('GET', `/audit?subjectId=${id}&action=person.erased`)).toHaveLength(
      1,
    );
  });

  it("keeps register filings and reports it, but erases the person's own draft", async () => {
    const ada = await aResident(world);
    const draft = await aDraft(world, ada.standardKey, { name: `Left ${randomUUID()}` });
    await leave(ada.id);
    const plan = JSON.parse((await shell(`persons erase --person ${ada.id} --json`)).out);
    expect(plan.lines).toContainEqual(
      expect.objectContaining({ kind: 'application', field: '*', fate: 'erased', items: 1 }),
    );
    expect(await shell(`persons erase --person ${ada.id} --confirm ${ada.id}`)).toMatchObject({
      exitCode: 0,
      err: '',
    });
    const named = (await everything()).filter((item) => JSON.stringify(item).includes(draft.id));
    expect(
      named
        .map(exportedKind)
        .filter((kind) => !/^(audit|event|invoice|eff|idem|deliv)/.test(String(kind))),
    ).toEqual([]);
  });

  it('keeps a draft that is paid in the meantime, with all related items', async () => {
    const ada = await aResident(world);
    const draft = await aDraft(world, ada.standardKey, { name: `Paid ${randomUUID()}` });
    const { payment, invoiceId } = await inPayment(world, draft, ada.standardKey);
    await leave(ada.id);
    const about = async () =>
      (await everything())
        .filter((item) =>
          /^(application|applicationOwner|signatureLink)$/.test(exportedKind(item) ?? ''),
        )
        .filter((item) => JSON.stringify(item).includes(draft.id));
    const before = (await about()).length;
    const paid = async () => expect((await report(world, payment)).status).toBe(200);
    // At the moment when the draft would be deleted, after the plan and the start.
    const table = justBefore(world.table, paid, keys.application(ada.id, draft.id).sk);
    const deps = { ...world.deps, files: dropped(), table };
    expect(await erasePerson(ada.id, actor, deps)).toEqual({ kind: 'case_changed' });
    expect(await about()).toHaveLength(before);
    expect(await settlementOf(world, invoiceId)).toMatchObject({ statusId: 'paid' });
    // From now on, the paid case prevents the erasure.
    expect(await erasePerson(ada.id, actor, { ...world.deps, files: dropped() })).toEqual({
      kind: 'hindered',
      blockers: ['case_open'],
    });
  });

  it("erases a partner's draft for the person, wherever it is interrupted", async () => {
    const ada = await aResident(world);
    const partner = await aPartner(world);
    const details = { ...sworn, email: ada.email };
    const draft = await aPartnerDraft(world, partner, 'e_resident', details);
    const proof = await sendProof(world, { key: partner.key, body: aProof(draft.id) });
    expect(proof.status).toBe(200);
    const files = (await everything()).flatMap((item) =>
      exportedKind(item) === 'proofOfAddress' && item['applicationId'] === draft.id
        ? [String(item['objectKey'])]
        : [],
    );
    expect(files).toHaveLength(1);
    await leave(ada.id);
    for (let runs = 0; ; runs += 1) {
      const deps = { ...world.deps, files: dropped(), table: dyingAfter(runs) };
      const outcome = await erasePerson(ada.id, actor, deps).catch(() => null);
      if (outcome !== null) {
        expect(outcome.kind).toBe('done');
        break;
      }
    }
    const named = (await everything()).filter((item) => JSON.stringify(item).includes(draft.id));
    const left = named.map((item) => exportedKind(item) ?? '');
    expect(left.filter((kind) => !/^(audit|event$|effect$|deliv)/.test(kind))).toEqual([]);
    for (const key of files) expect(await world.deps.documents.size(key)).toBeNull();
  });

  it('voids the open invoice of an erased draft', async () => {
    const ada = await aResident(world);
    const draft = await aDraft(world, ada.standardKey, { name: `Billed ${randomUUID()}` });
    const { invoiceId } = await aCheckout(world, { ...draft, key: ada.standardKey });
    await leave(ada.id);
    const outcome = await erasePerson(ada.id, actor, { ...world.deps, files: dropped() });
    expect(outcome.kind).toBe('done');
    expect(await findInvoice(world.table, invoiceId)).toMatchObject({ statusId: 'void' });
  });

  it('keeps data of a person whose address only ends in the same way', async () => {
    const mark = randomUUID().slice(0, 8);
    const { personId } = await anApprovedResident(world, {
      applicant: { email: `ann${mark}@x.org` },
    });
    const joann = { email: `joann${mark}@x.org` };
    const other = await anApprovedResident(world, { applicant: joann });
    await leave(String(personId));
    const outcome = await erasePerson(String(personId), actor, { ...world.deps, files: dropped() });
    expect(outcome.kind).toBe('done');
    expect(await stored(world, other.id)).toEqual(other);
  });

  it('keeps data of people who now use a previous address of the person', async () => {
    const erase = (id: string) => erasePerson(id, actor, { ...world.deps, files: dropped() });
    const mark = randomUUID().slice(0, 8);
    const [first, second] = [1, 2].map((each) => `${mark}-${each}@moved.example`);
    const ann = await aResident(world);
    for (const email of [first, second])
      await operator.data('PATCH', `/persons/${ann.id}`, { email });
    const bob = await anApprovedResident(world, { applicant: { email: String(first) } });
    const draft = await aResidencyDraft(world, { applicant: { email: String(first) } });
    await leave(ann.id);
    expect((await erase(ann.id)).kind).toBe('done');
    expect(await stored(world, bob.id)).toEqual(bob);
    expect(await stored(world, draft.id)).toEqual(draft);
  });

  it("succeeds even if someone else applied with the person's address", async () => {
    const email = `${randomUUID().slice(0, 8)}@moved.example`;
    const bob = await anApprovedResident(world, { applicant: { email } });
    await operator.data('PATCH', `/persons/${bob.personId}`, { email: `new-${email}` });
    const ann = await aResident(world);
    await operator.data('PATCH', `/persons/${ann.id}`, { email });
    await leave(ann.id);
    const outcome = await erasePerson(ann.id, actor, { ...world.deps, files: dropped() });
    expect(outcome).toMatchObject({ kind: 'done' });
    expect(await stored(world, bob.id)).toEqual(bob);
  });

  it('is refused while an open certificate request was made by the person or uses their proof', async () => {
    const waiting = await aWaitingCase(world, 'certificate_request');
    const request = (await everything()).find(
      (item) => exportedKind(item) === 'certificateRequest' && item['id'] === waiting.id,
    );
    const id = String(request?.['requestedBy']);
    const open = async () =>
      Object(await planErasure(id, world.deps)).blockers.includes('case_open');
    const set = (fields: Item) =>
      transact(world.table, { request: put({ ...request, ...fields }) });
    expect(await open()).toBe(true);
    await set({ requestedBy: randomUUID() });
    expect(await open()).toBe(true);
    await set({ taxPaymentProofUrl: null });
    expect(await open()).toBe(true);
    await set({ taxPaymentProofUrl: null, requestedBy: randomUUID() });
    expect(await open()).toBe(false);
    await set({ statusId: 'Cancelled' });
    expect(await open()).toBe(false);
  });

  it("succeeds even if the person's item is changed at the last moment", async () => {
    const ada = await aResident(world);
    await leave(ada.id);
    const write = () =>
      world.table.client.call('UpdateItem', {
        TableName: world.table.name,
        Key: keys.person(ada.id),
        UpdateExpression: 'SET version = version + :one',
        ExpressionAttributeValues: { ':one': 1 },
      });
    const table = justBefore(world.table, write, 'erased.invalid');
    const outcome = await erasePerson(ada.id, actor, { ...world.deps, files: dropped(), table });
    expect(outcome.kind).toBe('done');
    expect(await operator.data('GET', `/persons/${ada.id}`)).toMatchObject({
      email: `erased-${ada.id}@erased.invalid`,
    });
  });

  it('leaves facts without personal data', () => {
    const person = {
      pk: 'PERSON#p',
      sk: 'PERSON',
      status: 'deactivated',
      email: 'ada@example.com',
    };
    const fact = factOf({
      pk: person.pk,
      sk: person.sk,
      before: undefined,
      after: person,
      expired: false,
      at: '2026-01-01T00:00:00.000Z',
      sequence: '1',
    });
    expect(JSON.stringify(fact)).not.toContain('ada@');
  });
});

describe('an erasure and a simultaneous change of a case', () => {
  /** A table where an event happens once, just before the given number of scans have started. */
  function beforeWalk(walk: number, event: () => Promise<unknown>): Table {
    const { client } = world.table;
    let begun = 0;
    return {
      ...world.table,
      client: {
        ...client,
        call: async (operation, input) => {
          if (operation === 'Scan' && !('ExclusiveStartKey' in input && input.ExclusiveStartKey)) {
            begun += 1;
            if (begun === walk) await event();
          }
          return client.call(operation, input);
        },
      },
    };
  }

  /** Events that may happen after a person has left; `kept` checks their result. */
  interface Race {
    readonly event: () => Promise<unknown>;
    readonly kept: () => Promise<unknown>;
  }

  const races = {
    'a payment': async (ada: Person): Promise<Race> => {
      const draft = await aDraft(world, ada.standardKey, { name: `Paid ${randomUUID()}` });
      const { payment } = await inPayment(world, draft, ada.standardKey);
      return {
        event: async () => expect((await report(world, payment)).status).toBe(200),
        kept: async () => {
          const { statusId, paidAt } = Object(await findAnyApplication(world.table, draft.id));
          return statusId === 'Draft' && paidAt !== null;
        },
      };
    },
    'a submission': async (ada: Person): Promise<Race> => {
      const draft = await aDraft(world, ada.standardKey, { name: `Signed ${randomUUID()}` });
      await signByLink(world, draft);
      const { payment } = await inPayment(world, draft, ada.standardKey);
      return {
        event: async () => expect((await report(world, payment)).status).toBe(200),
        kept: async () =>
          (await findAnyApplication(world.table, draft.id))?.statusId === 'Pending Review',
      };
    },
    'the opening of a residency application': async ({ email }: Person): Promise<Race> => {
      let id = '';
      return {
        event: async () => {
          ({ id } = await aResidencyDraft(world, { applicant: { email } }));
        },
        kept: async () => (await stored(world, id)).statusId === 'Draft',
      };
    },
    'a certificate request that names a proof of theirs': async (ada: Person): Promise<Race> => {
      const entity = await aRepresentedEntity(world, ada, { taxState: 'overdue' });
      const file = { personId: ada.id, content: aPdf(), contentType: 'application/pdf' };
      const proof = await storeTaxProof(file, personActor(ada.id), world.deps);
      const contest = { note: 'Paid.', proofUrl: taxProofUrl(world.deps, proof.id) };
      const { id } = await aRequest(world, entity.id, ada.standardKey, { contest });
      const request = (await everything()).find(
        (item) => exportedKind(item) === 'certificateRequest' && item['id'] === id,
      );
      if (request === undefined) throw new Error('set-up: no such request');
      await operator.data('DELETE', `/legal_entities/${entity.id}/representatives/${ada.id}`);
      // The request was in progress when they stopped representing the entity, and is written only now.
      const Key = { pk: request['pk'], sk: request['sk'] };
      await transact(world.table, { request: { remove: { Key } } });
      const { objectKey } = Object(await findTaxProof(world.table, proof.id));
      return {
        event: async () => {
          const named = { proof: nameTaxProofWrite(proof.id), request: put(request) };
          expect(await transact(world.table, named)).toEqual({ kind: 'written' });
        },
        kept: async () => (await world.deps.documents.size(objectKey)) !== null,
      };
    },
    'the opening of a case of a lost mailbox': async (ada: Person): Promise<Race> => {
      let id = '';
      return {
        event: async () => {
          // Once the erasure has begun, the account can't be reactivated, and no case can be opened.
          if ((await world.admin('POST', `/persons/${ada.id}/reactivate`)).status !== 200) return;
          id = await aLostMailbox(world, ada.id);
          await operator.data('POST', `/persons/${ada.id}/deactivate`);
        },
        kept: async () => id === '' || (await caseOf(world, id))['status'] === 'open',
      };
    },
  };

  it.each(
    Object.entries(races).flatMap(([name, start]) => [2, 4].map((walk) => ({ name, start, walk }))),
  )('have one winner: $name, before walk $walk', async ({ name, start, walk }) => {
    const ada = await aResident(world);
    const { event, kept } = await start(ada);
    await leave(ada.id);
    let isOver = false;
    const table = beforeWalk(walk, async () => {
      await event();
      isOver = true;
    });
    const outcome = await erasePerson(ada.id, actor, { ...world.deps, files: dropped(), table });
    expect(isOver).toBe(true);
    expect(await kept()).toBe(true);
    const isMailbox = name.includes('mailbox');
    // An event that was refused does not affect the erasure.
    if (isMailbox && walk > 2) expect(outcome.kind).toBe('done');
    else
      expect(outcome).toEqual({
        kind: 'hindered',
        blockers: [isMailbox ? 'mailbox_case_open' : 'case_open'],
      });
  });

  it('leave a proof with its file if a request names it after the last scan', async () => {
    const ada = await aResident(world);
    const { event, kept } = await races['a certificate request that names a proof of theirs'](ada);
    await leave(ada.id);
    const table = justBefore(world.table, event, 'referenceCount');
    const outcome = await erasePerson(ada.id, actor, { ...world.deps, files: dropped(), table });
    expect(outcome).toEqual({ kind: 'case_changed' });
    expect(await kept()).toBe(true);
  });

  it('refuse a new draft, residency or representation once the erasure has begun', async () => {
    const ada = await aResident(world);
    const entity = await aRepresentedEntity(world, await aResident(world));
    await leave(ada.id);
    await erasePerson(ada.id, actor, {
      ...world.deps,
      files: dropped(),
      table: dyingAfter(1),
    }).catch(() => null);
    const refused = { status: 409, code: 'person.erased' };
    const residency = { residencyType: 'e-Resident' };
    expect(
      await operator.refused('POST', `/persons/${ada.id}/residencies`, residency),
    ).toMatchObject(refused);
    const place = `/legal_entities/${entity.id}/representatives/${ada.id}`;
    expect(await operator.refused('PUT', place)).toMatchObject(refused);
    const body = { personId: ada.id, applicationData: applicationPayload() };
    expect(await operator.refused('POST', '/legal_entity_applications', body)).toMatchObject(
      refused,
    );
  });
});
