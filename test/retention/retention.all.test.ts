import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  certificateRequestWrite,
  findAnyCertificateRequest,
} from '../../shared/certificates/db/certificates.ts';
import { requestCertificate } from '../../shared/certificates/usecases/request-certificate.ts';
import { storeTaxProof, taxProofUrl } from '../../shared/certificates/usecases/tax-proof.ts';
import type { Item, Table } from '../../shared/kernel/db/table.ts';
import { put, transact } from '../../shared/kernel/db/transact.ts';
import { exportedKind } from '../../shared/kernel/domain/item-rules.ts';
import type { RetentionSettings } from '../../shared/retention/contracts/retention-settings.ts';
import { fileErasureWrite, readFileErasures } from '../../shared/retention/db/erase-items.ts';
import type { RetentionDeps } from '../../shared/retention/deps/retention.ts';
import type { Erased } from '../../shared/retention/usecases/erase-what-is-due.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { operatorOf } from '../support/admin.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../support/certificates.ts';
import { inPayment, report } from '../support/checkout.ts';
import { aDraft, aVoucher, pay, read } from '../support/drafts.ts';
import { aPdf } from '../support/files.ts';
import { functionHandler } from '../support/function-handler.ts';
import { justBefore } from '../support/just-before.ts';
import { aPartner, aPartnerDraft, partnerCalls } from '../support/partners.ts';
import { aProof, sendProof } from '../support/proofs.ts';
import { anAnswer, answerBy, ask, aWaitingCase, caseTypes } from '../support/questions.ts';
import { aResident } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { anInfectedPdf } from '../support/upload-scans.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const operator = operatorOf(world);
const day = 86_400_000;

/** Runs the daily retention with these settings. */
async function runWith(
  retention: RetentionSettings,
  deps: Partial<RetentionDeps> = {},
): Promise<Erased> {
  const handler = await functionHandler<() => Promise<{ erased: Erased }>>(
    'functions/terms/announce-ends.ts',
    { ...world.deps, retention, ...deps },
  );
  return (await handler()).erased;
}

const nothing: Erased = { visitorPasses: 0, rejectedCases: 0, abandonedDrafts: 0, proofs: 0 };

async function everything(): Promise<readonly Item[]> {
  const { client, name: TableName } = world.table;
  const { Items = [], LastEvaluatedKey } = await client.call('Scan', { TableName });
  if (LastEvaluatedKey !== undefined) throw new Error('the table is more than a page');
  return Items;
}

/** Kinds of items that contain one of the texts, except those with only ids or that expire within days. */
async function traces(...texts: readonly string[]): Promise<readonly (string | null)[]> {
  const idsOnly =
    /^(audit|event$|delivery$|effect$|idempotency$|mailed$|objectionLink$|invoice$|payment|voucher$)/;
  const found = (await everything()).filter((item) => {
    const text = JSON.stringify(item);
    return texts.some((each) => text.includes(each));
  });
  return found.map(exportedKind).filter((kind) => !idsOnly.test(kind ?? ''));
}

const acts = (action: string, subjectId: string) =>
  operator.data('GET', `/audit?subjectId=${subjectId}&action=${action}`) as Promise<
    readonly { readonly details: object; readonly actor: object }[]
  >;

async function aVisitor(): Promise<{ readonly email: string; readonly lastName: string }> {
  const name = `Zq${randomUUID().slice(0, 8)}`;
  const visitor = { email: `${name}@visitors.example`.toLowerCase(), lastName: name };
  const body = {
    ...visitor,
    firstName: 'Grace',
    signature: `Grace ${name}`,
    consentToBackgroundCheck: true,
    referralSource: 'Spring Conference',
  };
  const { status } = await world.call('POST', '/api/v1/visitor_pass_applications', { body });
  expect(status).toBe(200);
  return visitor;
}

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

/** A rejected case of this type, with a question, an answer and a file. */
async function aRejectedCase(type: string) {
  const waiting = await aWaitingCase(world, type);
  const requestId = await ask(world, waiting, 'Which door, Wilhelmina?');
  const answer = anAnswer(requestId, 'The green one of Wilhelmina.', aPdf());
  expect((await answerBy(world, waiting, answer)).status).toBe(200);
  await world.admin('POST', `/reviews/${waiting.reviewId}/notes`, { text: 'Wilhelmina called.' });
  await decideReview(world, waiting.reviewId, { decision: 'reject', reason: 'Not Wilhelmina.' });
  await world.settle();
  return waiting;
}

it('old visitor pass applications are erased with an audit entry, but only if configured', async () => {
  const old = await aVisitor();
  world.clock.now += 20 * day;
  const young = await aVisitor();
  world.clock.now += 15 * day;
  expect(await runWith({})).toEqual(nothing);
  expect(await traces(old.lastName, old.email)).not.toEqual([]);
  // Two simultaneous runs erase it once.
  const both = await Promise.all([runWith({ visitorPasses: 30 }), runWith({ visitorPasses: 30 })]);
  expect(both.map(({ visitorPasses }) => visitorPasses).toSorted()).toEqual([0, 1]);
  expect(await traces(old.lastName, old.email)).toEqual([]);
  expect(await operator.data('GET', `/visitor_pass_applications?email=${old.email}`)).toEqual([]);
  expect(await operator.data('GET', '/visitor_pass_applications')).toMatchObject([young]);
  const entries = (await operator.data('GET', '/audit?action=visitor_pass.erased')) as [object];
  expect(entries).toMatchObject([
    { actor: { kind: 'system' }, details: { cause: 'days', days: 30 } },
  ]);
  expect(await runWith({ visitorPasses: 30 })).toEqual(nothing);
});

it('a visitor pass is erased from the list of its source, however many shards this had', async () => {
  const entries = async () =>
    (await everything()).filter((item) => exportedKind(item) === 'visitorPassOfSource');
  await aVisitor();
  for (const { pk, sk, ...entry } of await entries()) {
    // The shard that it could be in if the list had had fewer.
    const former = { pk: String(pk).replace(/\d+$/, (shard) => (shard === '0' ? '1' : '0')), sk };
    await transact(world.table, {
      moved: put({ ...former, ...entry }),
      removed: { remove: { Key: { pk, sk } } },
    });
  }
  expect(await entries()).not.toEqual([]);
  world.clock.now += 35 * day;
  await runWith({ visitorPasses: 30 });
  expect(await entries()).toEqual([]);
});

it.each(caseTypes)(
  'a rejected %s is erased with all notes, questions and files, wherever runs are interrupted',
  async (type) => {
    const waiting = await aRejectedCase(type);
    world.clock.now += 29 * day;
    expect(await runWith({ rejectedCases: 30 })).toEqual(nothing);
    expect((await traces(waiting.id, waiting.reviewId)).length).toBeGreaterThan(8);
    world.clock.now += 2 * day;
    let runs = 0;
    for (; ; runs += 1) {
      const run = await runWith({ rejectedCases: 30 }, { table: dyingAfter(runs) }).catch(
        () => null,
      );
      if (run !== null) break;
    }
    expect(runs).toBeGreaterThan(2);
    expect(await traces(waiting.id, waiting.reviewId, 'Wilhelmina')).toEqual([]);
    expect(await acts(`${type}.erased`, waiting.id)).toMatchObject([
      { actor: { kind: 'system' }, details: { cause: 'rejected', days: 30 } },
    ]);
    // The API answers as if it had never existed.
    expect((await world.call('GET', waiting.path, { key: waiting.key })).status).toBe(404);
    expect((await world.admin('GET', `/reviews/${waiting.reviewId}`)).status).toBe(404);
    expect(await operator.data('GET', '/reviews?status=rejected')).toEqual([]);
  },
);

it('the files of an erased case are also deleted', async () => {
  const { id } = await aRejectedCase('certificate_request');
  const keys = (await everything()).flatMap((item) => {
    const file = Object(item['file'])['objectKey'] ?? item['objectKey'];
    return typeof file === 'string' && /^(information|tax-proofs)\//.test(file) ? [file] : [];
  });
  expect(keys).toHaveLength(2);
  world.clock.now += 31 * day;
  await runWith({ rejectedCases: 30 });
  expect(await traces(id)).toEqual([]);
  for (const key of keys) expect(await world.deps.documents.size(key)).toBeNull();
});

it.each([
  { decision: { decision: 'approve' }, setting: { proofs: 30 } },
  { decision: { decision: 'reject', reason: 'No.' }, setting: { rejectedCases: 30 } },
])(
  'scanned files, quarantined copies and scans are erased: $setting',
  async ({ decision, setting }) => {
    world.scans.setting.required = true;
    const waiting = await aWaitingCase(world, 'certificate_request');
    const requestId = await ask(world, waiting);
    await answerBy(world, waiting, anAnswer(requestId, 'Here.', anInfectedPdf()));
    await world.scans.deliver();
    world.scans.setting.required = false;
    const scans = async () =>
      (await everything()).filter((item) => exportedKind(item) === 'uploadScan');
    const keys = (await scans()).map(({ objectKey }) => String(objectKey));
    expect(keys).toHaveLength(2);
    await decideReview(world, waiting.reviewId, decision);
    await world.settle();
    world.clock.now += 31 * day;
    await runWith(setting);
    expect(await scans()).toEqual([]);
    for (const key of [...keys, ...keys.map((each) => `refused/${each}`)])
      expect(await world.deps.documents.size(key)).toBeNull();
  },
);

/** A resident with proofs of identical content, and one request for each given proof. */
async function requestsWithProofs(proofs: number, named: readonly number[]) {
  const owner = await aResident(world);
  const content = aPdf();
  const proof = () =>
    storeTaxProof(
      { personId: owner.id, content, contentType: 'application/pdf' },
      personActor(owner.id),
      world.deps,
    );
  const stored: Awaited<ReturnType<typeof proof>>[] = [];
  for (let at = 0; at < proofs; at += 1) stored.push(await proof());
  const reviewIds = [];
  const requestIds = [];
  for (const at of named) {
    const entity = await aRepresentedEntity(world, owner, { taxState: 'overdue' });
    const proofUrl = taxProofUrl(world.deps, String(stored[at]?.id));
    const body = { contest: { note: 'Paid.', proofUrl } };
    const request = await aRequest(world, entity.id, owner.standardKey, body);
    await payRequest(world, request, owner.standardKey);
    await world.settle();
    requestIds.push(request.id);
    reviewIds.push((await reviewOf(world, request.id)).id);
  }
  const contestWith = (at: number) => ({
    contest: { note: 'Paid.', proofUrl: taxProofUrl(world.deps, String(stored[at]?.id)) },
  });
  /** Another request that uses one of the proofs. */
  const name = async (at: number, table: Table = world.table) => {
    const { id: entityId } = await aRepresentedEntity(world, owner, { taxState: 'overdue' });
    const caller = { kind: 'person', personId: owner.id } as const;
    return requestCertificate(
      { entityId, ...contestWith(at), caller, effect: null },
      { ...world.deps, table },
    );
  };
  const [objectKey = ''] = stored.map((each) => each.objectKey);
  const left = async () => ({
    proofs: (await everything()).filter((item) => item['objectKey'] === objectKey).length,
    hasFile: (await world.deps.documents.size(objectKey)) !== null,
  });
  return { owner, requestIds, reviewIds, left, name, contestWith };
}

/** Decides the review, and moves the clock by 31 days. */
async function decided(reviewId: string | undefined, decision: object) {
  await decideReview(world, String(reviewId), decision);
  await world.settle();
  world.clock.now += 31 * day;
}
const no = { decision: 'reject', reason: 'No.' };

it('a proof is kept while another open request uses it', async () => {
  const { reviewIds, left } = await requestsWithProofs(1, [0, 0]);
  const [first, second] = reviewIds;
  await decided(first, no);
  expect(await runWith({ rejectedCases: 30 })).toEqual({ ...nothing, rejectedCases: 1 });
  expect(await left()).toEqual({ proofs: 1, hasFile: true });
  await decided(second, no);
  expect(await runWith({ rejectedCases: 30 })).toEqual({ ...nothing, rejectedCases: 1 });
  expect(await left()).toEqual({ proofs: 0, hasFile: false });
});

it('a file shared by two proofs is kept until both are erased', async () => {
  const { reviewIds, left } = await requestsWithProofs(2, [0, 1]);
  const [first, second] = reviewIds;
  await decided(first, no);
  expect(await runWith({ rejectedCases: 30 })).toEqual({ ...nothing, rejectedCases: 1 });
  expect(await left()).toEqual({ proofs: 1, hasFile: true });
  await decided(second, no);
  expect(await runWith({ rejectedCases: 30 })).toEqual({ ...nothing, rejectedCases: 1 });
  expect(await left()).toEqual({ proofs: 0, hasFile: false });
});

it('abandoned drafts are erased, unless they are paid at that moment', async () => {
  const ada = await aResident(world);
  const left = await aDraft(world, ada.standardKey, { name: `Left ${randomUUID()}` });
  const paid = await aDraft(world, ada.standardKey, { name: `Paid ${randomUUID()}` });
  const partner = await aPartner(world);
  const { id: partners } = await aPartnerDraft(world, partner);
  const proof = await sendProof(world, { key: partner.key, body: aProof(partners) });
  expect(proof.status).toBe(200);
  const voucher = await aVoucher(world);
  world.clock.now += 91 * day;
  // In order of creation: the first one is paid before any part of it is erased.
  const table = justBefore(world.table, () => pay(world, paid, voucher), paid.id);
  expect(await runWith({ abandonedDrafts: 90 }, { table })).toEqual({
    ...nothing,
    abandonedDrafts: 2,
  });
  expect(await traces(left.id, partners)).toEqual([]);
  expect(
    (
      await world.call('GET', `/api/v1/legal_entity_applications/${left.id}`, {
        key: ada.standardKey,
      })
    ).status,
  ).toBe(404);
  expect((await partnerCalls(world, partner).get(partners)).status).toBe(404);
  expect(await read(world, paid)).toMatchObject({ id: paid.id, statusId: 'Draft' });
  expect(await acts('legal_entity_application.erased', left.id)).toMatchObject([
    { details: { cause: 'abandoned', days: 90 } },
  ]);
  // A paid draft is never abandoned.
  world.clock.now += 400 * day;
  expect(await runWith({ abandonedDrafts: 90 })).toEqual(nothing);
});

it('a payment for an erased draft becomes an open payment case', async () => {
  const ada = await aResident(world);
  const draft = await aDraft(world, ada.standardKey, { name: `Late ${randomUUID()}` });
  const { payment } = await inPayment(world, draft, ada.standardKey);
  world.clock.now += 91 * day;
  expect(await runWith({ abandonedDrafts: 90 })).toMatchObject({ abandonedDrafts: 1 });
  const late = () => report(world, payment, { id: 'evt_late' });
  expect(await late()).toMatchObject({ status: 200, outcome: 'unmatched' });
  expect(await late()).toMatchObject({ status: 200, outcome: 'repeated' });
  expect(await operator.data('GET', '/payment_cases?status=open')).toMatchObject([
    // The invoice's id leads to no person.
    { kind: 'unmatched', paymentId: payment.paymentId, invoiceId: expect.any(String) },
  ]);
  expect(await operator.data('GET', '/audit?action=payment.unmatched')).toMatchObject([
    { outcome: 'refused', details: { paymentId: payment.paymentId } },
  ]);
});

it('a draft is kept if someone acts on it during the run', async () => {
  const ada = await aResident(world);
  const draft = await aDraft(world, ada.standardKey, { name: `Moved ${randomUUID()}` });
  const voucher = await aVoucher(world);
  world.clock.now += 91 * day;
  const table = justBefore(world.table, () => pay(world, draft, voucher));
  expect(await runWith({ abandonedDrafts: 90 }, { table })).toEqual(nothing);
  expect(await read(world, draft)).toMatchObject({ id: draft.id });
});

it('uploads of decided cases are erased once, and the cases are kept', async () => {
  const waiting = await aWaitingCase(world, 'certificate_request');
  const requestId = await ask(world, waiting);
  await answerBy(world, waiting, anAnswer(requestId, 'It is on file.', aPdf()));
  const later = await aWaitingCase(world, 'certificate_request');
  await decideReview(world, waiting.reviewId, { decision: 'approve' });
  await world.settle();
  world.clock.now += 31 * day;
  for (let runs = 0; ; runs += 1) {
    const run = await runWith({ proofs: 30 }, { table: dyingAfter(runs) }).catch(() => null);
    if (run !== null) break;
  }
  expect(await acts('certificate_request.proofs_erased', waiting.id)).toMatchObject([
    { details: { reviewId: waiting.reviewId, days: 30, files: 2 } },
  ]);
  const files = (await everything()).filter((item) => exportedKind(item) === 'taxProof');
  expect(files).toHaveLength(1);
  expect(await traces('FILE_ERASURES')).toEqual([]);
  // The case, its texts and its pages remain.
  expect((await world.call('GET', waiting.path, { key: waiting.key })).status).toBe(200);
  const review = await operator.data('GET', `/reviews/${waiting.reviewId}`);
  expect(JSON.stringify(review)).toContain('It is on file.');
  expect(await runWith({ proofs: 30 })).toEqual(nothing);
  // The next case is found from the position of the last run.
  await decideReview(world, later.reviewId, { decision: 'reject', reason: 'No.' });
  await world.settle();
  world.clock.now += 31 * day;
  expect(await runWith({ proofs: 30 })).toEqual({ ...nothing, proofs: 1 });
});

it('proofs of a decided request are erased once no other open request uses them', async () => {
  const { reviewIds, left } = await requestsWithProofs(1, [0, 0]);
  const [first, second] = reviewIds;
  await decided(first, { decision: 'approve' });
  expect(await runWith({ proofs: 30 })).toEqual(nothing);
  expect(await left()).toEqual({ proofs: 1, hasFile: true });
  await decided(second, { decision: 'approve' });
  expect(await runWith({ proofs: 30 })).toEqual({ ...nothing, proofs: 1 });
  expect(await left()).toEqual({ proofs: 0, hasFile: false });
});

it('a proof is kept if a request uses it at the moment of its erasure', async () => {
  const { owner, reviewIds, left, contestWith } = await requestsWithProofs(1, [0]);
  await decided(reviewIds[0], no);
  const { id } = await aRepresentedEntity(world, owner, { taxState: 'overdue' });
  const named = () => aRequest(world, id, owner.standardKey, contestWith(0));
  const table = justBefore(world.table, named, 'proofs_erased');
  expect(await runWith({ proofs: 30 }, { table })).toEqual(nothing);
  expect(await left()).toEqual({ proofs: 1, hasFile: true });
});

it('a request is refused if its proof has just been erased', async () => {
  const { reviewIds, left, name } = await requestsWithProofs(1, [0]);
  await decided(reviewIds[0], no);
  const erased = async () => {
    expect(await runWith({ proofs: 30 })).toEqual({ ...nothing, proofs: 1 });
  };
  await expect(name(0, justBefore(world.table, erased))).rejects.toMatchObject({ status: 400 });
  expect(await left()).toEqual({ proofs: 0, hasFile: false });
});

it('proofs of an approved request are kept while it is under review again', async () => {
  const { requestIds, reviewIds, left } = await requestsWithProofs(1, [0]);
  await decided(reviewIds[0], { decision: 'approve' });
  const put = async (statusId: 'Pending Review' | 'Issued') => {
    const request = await findAnyCertificateRequest(world.table, String(requestIds[0]));
    if (request === null) throw new Error('the request is gone');
    await transact(world.table, { request: certificateRequestWrite({ ...request, statusId }) });
  };
  await put('Pending Review');
  expect(await runWith({ proofs: 30 })).toEqual(nothing);
  expect(await left()).toEqual({ proofs: 1, hasFile: true });
  await put('Issued');
  expect(await runWith({ proofs: 30 })).toEqual({ ...nothing, proofs: 1 });
});

it('other files and lists are processed even if some fail every time', async () => {
  world.clock.now += 31 * day;
  await runWith({ visitorPasses: 30 });
  for (let at = 0; at < 5; at += 1) await aVisitor();
  await aRejectedCase('amendment');
  const notes = { poison: ['tax-proofs/poison'], sound: ['tax-proofs/sound'] };
  for (const [id, objectKeys] of Object.entries(notes)) {
    const files = objectKeys.map((objectKey) => ({ objectKey }));
    const note = fileErasureWrite(id, files);
    await transact(world.table, { note });
  }
  world.clock.now += 31 * day;
  const { client } = world.table;
  const table: Table = {
    ...world.table,
    client: {
      ...client,
      call: async (operation, input) => {
        if (JSON.stringify(input).includes('visitor_pass.erased')) throw new Error('poison');
        return client.call(operation, input);
      },
    },
  };
  const files = {
    erase: async (key: string) => {
      if (key.endsWith('poison')) throw new Error('poison');
      return 1;
    },
  };
  const settings = { visitorPasses: 30, rejectedCases: 30 };
  await expect(runWith(settings, { table, files })).rejects.toThrow('poison');
  expect((await readFileErasures(world.table)).map(({ id }) => id)).toEqual(['poison']);
  expect(await operator.data('GET', '/reviews?status=rejected')).toEqual([]);
  expect(await runWith(settings)).toMatchObject({ visitorPasses: 5 });
});
