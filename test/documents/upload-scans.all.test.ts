import { beforeEach, describe, expect, it } from 'vitest';
import { findTaxProof } from '../../shared/certificates/db/tax-proofs.ts';
import { findUploadScan } from '../../shared/documents/db/upload-scans.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { withDeps } from '../../shared/kernel/deps/root.ts';
import { ProofOfAddressAnswer } from '../../shared/residency/contracts/partner-application.ts';
import { operatorOf } from '../support/admin.ts';
import { aResidencyDraft } from '../support/applicants.ts';
import { adminRequest } from '../support/certificates.ts';
import { aPdf } from '../support/files.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aFile, aProof, downloadProof, sendProof } from '../support/proofs.ts';
import { anAnswer, answerBy, ask, aWaitingCase } from '../support/questions.ts';
import { anEntity, aResident, created } from '../support/registry.ts';
import { aReviewer, reviewerEmail } from '../support/reviewers.ts';
import {
  anEncryptedPdf,
  anInfectedPdf,
  aResult,
  openUploadScans,
} from '../support/upload-scans.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const { scans } = world;
const { data } = operatorOf(world);
const ada = await aResident(world);
const browser = await signedIn(world, ada.email);
await aReviewer(world);
let files = 60;
beforeEach(() => {
  world.clock.now += 1_200_000;
  scans.setting.required = true;
});

const path = '/portal/uploads/tax-proof';
const refusedMail = 'We cannot open a file that you uploaded';
const mailsTo = (email: string) =>
  world.mails.filter(({ to, subject }) => to === email && subject === refusedMail);

/** A PDF with new content. */
function aNewPdf() {
  files += 1;
  return aPdf(files);
}

/** Submits the form with the file as a browser does. */
async function send(from: Visitor, content: Uint8Array) {
  await from.open(path);
  const form = new FormData();
  form.append('csrf', String(from.token()));
  form.append('proof', new File([new Uint8Array(content)], 'a.pdf', { type: 'application/pdf' }));
  const cookie = [...from.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie };
  const url = world.baseUrl + path;
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', headers, body: form });
  return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() };
}

/** An uploaded proof of tax: its id and object key. */
async function uploaded(content: Uint8Array = aNewPdf()) {
  const { status, to } = await send(browser, content);
  expect(status).toBe(303);
  const id = String(to).slice(-36);
  const proof = await findTaxProof(world.table, id);
  return { id, key: String(proof?.objectKey), sha256: String(proof?.sha256) };
}

const stateOf = async (key: string) => (await findUploadScan(world.table, key))?.status;
const open = async (id: string) => outcomeOf(await browser.open(`/uploads/tax-proofs/${id}`));
const pageOf = async (id: string) => shownText(await browser.open(`${path}?uploaded=${id}`));
const toPage = (id: string) => ({ status: 303, location: `${path}?uploaded=${id}` });

/** The bytes behind the link of an upload. */
async function opened(id: string): Promise<Uint8Array> {
  const file = await fetch(String((await open(id)).location));
  expect(file.status).toBe(200);
  return new Uint8Array(await file.arrayBuffer());
}

/** The size of the object with this key, read without the functions' permissions; null if there is none. */
const stored = (key: string) => withDeps({}, () => world.deps.documents.size(key));

describe('a proof of paid taxes', () => {
  it('can be opened only once it was found clean', async () => {
    const content = aNewPdf();
    const { id, key, sha256 } = await uploaded(content);
    expect(key).toBe(`tax-proofs/scanned/${ada.id}/${sha256}`);
    expect(await open(id)).toEqual(toPage(id));
    expect(await pageOf(id)).toContain('The file is being checked for malware');
    expect(await scans.deliver()).toBe(0);
    const page = await pageOf(id);
    expect(page).not.toContain('malware');
    expect(page).toContain(`/uploads/tax-proofs/${id}`);
    expect(await opened(id)).toEqual(content);
    await world.settle();
    expect(mailsTo(ada.email)).toEqual([]);
  });

  it('with malware is isolated and never opened, and its uploader is emailed once', async () => {
    const before = mailsTo(ada.email).length;
    const content = anInfectedPdf('page');
    const { id, key } = await uploaded(content);
    const [result] = scans.waiting;
    expect(await scans.deliver()).toBe(0);
    expect(await scans.note(result, result)).toBe(0);
    expect(await open(id)).toEqual(toPage(id));
    const page = await pageOf(id);
    expect(page).toContain('The file contains malware');
    expect(page).not.toContain(`/uploads/tax-proofs/${id}`);
    await world.settle();
    expect(mailsTo(ada.email)).toHaveLength(before + 1);
    expect(mailsTo(ada.email).at(-1)?.text).toContain(
      'We found malware in the proof of paid taxes that you uploaded. We isolated the file without opening it.',
    );
    // The same bytes are known now, and are not stored again.
    const again = await send(browser, content);
    expect(again.status).toBe(409);
    expect(again.text).toContain('This file contains malware. Choose another file');
    expect(scans.waiting).toEqual([]);
    expect({ there: await stored(key), apart: await stored(`refused/${key}`) }).toEqual({
      there: null,
      apart: content.length,
    });
  });

  it('that can’t be scanned is refused with the reason, and scanned again if uploaded again', async () => {
    const before = mailsTo(ada.email).length;
    const { id, key } = await uploaded(anEncryptedPdf());
    await scans.deliver();
    expect(await open(id)).toEqual(toPage(id));
    expect(await pageOf(id)).toContain('The file could not be checked for malware');
    await world.settle();
    expect(mailsTo(ada.email)).toHaveLength(before + 1);
    expect(mailsTo(ada.email).at(-1)?.text).toContain('We could not scan the proof of paid taxes');
    const again = await uploaded(anEncryptedPdf());
    expect([again.key, await stateOf(key)]).toEqual([key, 'pending']);
    expect(scans.waiting.splice(0)).toHaveLength(1);
    await scans.note(aResult(key, 'NO_THREATS_FOUND'));
    expect(await opened(id)).toEqual(anEncryptedPdf());
  });

  it('uploaded while scanning was off stays open after it is switched on', async () => {
    scans.setting.required = false;
    const content = aNewPdf();
    const { id, key, sha256 } = await uploaded(content);
    expect(key).toBe(`tax-proofs/${ada.id}/${sha256}`);
    expect(scans.waiting).toEqual([]);
    scans.setting.required = true;
    expect(await opened(id)).toEqual(content);
  });

  it('still waits for its verdict if scanning is switched off in the meantime', async () => {
    const { id } = await uploaded();
    scans.setting.required = false;
    expect(await open(id)).toEqual(toPage(id));
    await scans.deliver();
    expect((await open(id)).location).toContain('X-Amz-Signature');
  });

  it('is stored and scanned once if the same bytes are uploaded again', async () => {
    const content = aNewPdf();
    const [one, other] = [await uploaded(content), await uploaded(content)];
    expect(one.key).toBe(other.key);
    expect(scans.waiting).toHaveLength(1);
    await scans.deliver();
    const third = await uploaded(content);
    expect(scans.waiting).toEqual([]);
    for (const { id } of [one, other, third]) expect(await opened(id)).toEqual(content);
  });
});

describe('a scan verdict', () => {
  it.each([
    ['NO_THREATS_FOUND', 'clean'],
    ['THREATS_FOUND', 'refused'],
    ['UNSUPPORTED', 'unscannable'],
    ['ACCESS_DENIED', 'unscannable'],
    ['FAILED', 'unscannable'],
    ['SOMETHING_NEW', 'unscannable'],
  ])('%s makes an upload %s', async (reason, status) => {
    const { key } = await uploaded();
    scans.waiting.splice(0);
    expect(await scans.note(aResult(key, reason))).toBe(0);
    expect(await stateOf(key)).toBe(status);
    await world.settle();
  });

  it('of malware wins in any order and in parallel with others, and is emailed once', async () => {
    const before = mailsTo(ada.email).length;
    const late = await uploaded();
    const early = await uploaded();
    const raced = await uploaded();
    scans.waiting.splice(0);
    await scans.note(aResult(late.key, 'FAILED'), aResult(late.key, 'NO_THREATS_FOUND'));
    expect((await open(late.id)).location).toContain('X-Amz-Signature');
    await scans.note(aResult(late.key, 'THREATS_FOUND'));
    await scans.note(aResult(early.key, 'THREATS_FOUND'), aResult(early.key, 'NO_THREATS_FOUND'));
    const all = ['THREATS_FOUND', 'NO_THREATS_FOUND', 'FAILED', 'THREATS_FOUND', 'UNSUPPORTED'];
    await Promise.all(all.map((each) => scans.note(aResult(raced.key, each))));
    for (const { id, key } of [late, early, raced]) {
      expect(await stateOf(key)).toBe('refused');
      expect(await open(id)).toEqual(toPage(id));
    }
    await world.settle();
    const refused = mailsTo(ada.email).slice(before);
    expect(refused.map(({ text }) => text.includes('We found malware'))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('recorded during another one is merged: malware wins', async () => {
    const before = mailsTo(ada.email).length;
    const { id, key } = await uploaded();
    scans.waiting.splice(0);
    const clean = (body: unknown) =>
      JSON.stringify(body).includes('UPLOAD_SCAN#') && JSON.stringify(body).includes('"clean"');
    world.proxy.beforeNext(clean, () => scans.note(aResult(key, 'THREATS_FOUND')));
    expect(await scans.note(aResult(key, 'NO_THREATS_FOUND'))).toBe(0);
    expect(world.proxy.pending()).toBe(0);
    expect(await stateOf(key)).toBe('refused');
    expect(await open(id)).toEqual(toPage(id));
    await world.settle();
    expect(mailsTo(ada.email)).toHaveLength(before + 1);
  });

  it('that is lost leaves the file closed', async () => {
    const { id, key } = await uploaded();
    await scans.deliver();
    await transact(world.table, { scan: { remove: { Key: keys.uploadScan(key) } } });
    expect(await open(id)).toEqual(toPage(id));
  });

  it('for an unknown file changes nothing, and only malformed messages are retried', async () => {
    const { key } = await uploaded();
    scans.waiting.splice(0);
    const foreign = 'tax-proofs/scanned/somebody/else';
    expect(
      await scans.note(
        '{',
        { detail: 1 },
        aResult(foreign, 'THREATS_FOUND'),
        aResult(key, 'FAILED'),
      ),
    ).toBe(2);
    expect([await stateOf(foreign), await stateOf(key)]).toEqual([undefined, 'unscannable']);
    await world.settle();
  });

  it('applies to an upload whose entry was not written, once it is uploaded again', async () => {
    const content = aNewPdf();
    await browser.open(path);
    // The first transaction records the scan; the second, with the entry, is lost.
    const match = (body: unknown) => JSON.stringify(body).includes('TAX_PROOF#');
    world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'internal', times: 3, match });
    expect((await send(browser, content)).status).toBe(500);
    expect(await scans.deliver()).toBe(0);
    const { id } = await uploaded(content);
    expect(scans.waiting).toEqual([]);
    expect(await opened(id)).toEqual(content);
  });

  it('isolates a file when repeated after the first attempt failed halfway', async () => {
    const { key } = await uploaded(anInfectedPdf('crash'));
    const dying = openUploadScans().of({
      ...world.deps,
      documents: {
        ...world.deps.documents,
        put: async () => {
          throw new Error('S3 is down');
        },
      },
    });
    const [result] = scans.waiting;
    expect(await dying.note(result)).toBe(1);
    expect([await stateOf(key), await stored(key)]).toEqual(['refused', expect.any(Number)]);
    expect(await scans.deliver()).toBe(0);
    expect([await stored(key), await stored(`refused/${key}`)]).toEqual([null, expect.any(Number)]);
    await world.settle();
  });
});

describe('a partner’s proof of address', () => {
  const code = async (answer: Response) => {
    const { code: found } = Object(await answer.json());
    return [answer.status, found, answer.headers.get('retry-after')];
  };

  it('can be downloaded once it is clean; with malware, the partner is emailed', async () => {
    const entity = await anEntity(world, { representatives: [ada.id] });
    const { id: integrationId } = await created(world, '/partner_integrations', {
      name: 'Harbour Partners',
      legalEntityId: entity.id,
    });
    const issued = await created(world, `/partner_integrations/${integrationId}/keys`, {});
    const key = String(issued['key']);
    const draft = (await aResidencyDraft(world, { integrationId })).id;
    const upload = async (content: Uint8Array<ArrayBuffer>) => {
      const { status, body } = await sendProof(world, { key, body: aProof(draft, aFile(content)) });
      return status === 200 ? ProofOfAddressAnswer.parse(body).data.id : Object(body).code;
    };
    const content = aNewPdf();
    const id = await upload(content);
    expect(await code(await downloadProof(world, id, key))).toEqual([
      409,
      'upload.being_checked',
      '5',
    ]);
    await scans.deliver();
    const file = await downloadProof(world, id, key);
    expect([file.status, new Uint8Array(await file.arrayBuffer())]).toEqual([200, content]);

    const before = mailsTo(ada.email).length;
    const infected = await upload(anInfectedPdf('partner'));
    const encrypted = await upload(anEncryptedPdf());
    await scans.deliver();
    expect(await code(await downloadProof(world, infected, key))).toEqual([
      409,
      'upload.refused',
      null,
    ]);
    expect(await code(await downloadProof(world, encrypted, key))).toEqual([
      409,
      'upload.not_checkable',
      null,
    ]);
    expect(await upload(anInfectedPdf('partner'))).toBe('upload.refused');
    await world.settle();
    const texts = mailsTo(ada.email).slice(before);
    expect(texts).toHaveLength(2);
    for (const { text } of texts) expect(text).toContain(`application ${draft}`);
  });
});

describe('reviewers and operators', () => {
  const casePage = async (reviewId: string) => {
    const reviewer = await signedIn(world, reviewerEmail);
    return reviewer.open(`/portal/reviews/${reviewId}`);
  };

  it('see no file before its verdict, and see why', async () => {
    const waiting = await aWaitingCase(world, 'certificate_request');
    const requestId = await ask(world, waiting);
    const infected = anAnswer(requestId, 'Here it is.', anInfectedPdf('answer'));
    expect((await answerBy(world, waiting, infected)).status).toBe(200);
    await world.settle();
    const checked = 'The file is being checked for malware. Reload this page in a minute.';
    const before = shownText(await casePage(waiting.reviewId));
    expect(before.split(checked)).toHaveLength(3);
    expect(before).not.toMatch(/Open the (?:uploaded file|file sent)/);
    const files = async () => {
      const { taxPaymentProofFileUrl, taxPaymentProofFileState } = await adminRequest(
        world,
        waiting.id,
      );
      const { informationRequests } = Object(await data('GET', `/reviews/${waiting.reviewId}`));
      const [{ fileUrl, fileState }] = informationRequests;
      return { taxPaymentProofFileUrl, taxPaymentProofFileState, fileUrl, fileState };
    };
    expect(await files()).toEqual({
      taxPaymentProofFileUrl: null,
      taxPaymentProofFileState: 'pending',
      fileUrl: null,
      fileState: 'pending',
    });
    const told = mailsTo(waiting.email).length;
    await scans.deliver();
    await world.settle();
    const after = shownText(await casePage(waiting.reviewId));
    expect(after).toContain('Open the uploaded file');
    expect(after).toContain(
      'The file contains malware and can’t be opened. Ask the applicant for another',
    );
    expect(await files()).toEqual({
      taxPaymentProofFileUrl: expect.stringContaining('X-Amz-Signature'),
      taxPaymentProofFileState: 'clean',
      fileUrl: null,
      fileState: 'refused',
    });
    expect(mailsTo(waiting.email)).toHaveLength(told + 1);
    expect(mailsTo(waiting.email).at(-1)?.text).toContain('We received the answer itself.');
    // The case continues: another question, another file.
    const next = await ask(world, waiting, 'Please send it once more.');
    const clean = anAnswer(next, 'Once more.', aNewPdf());
    expect((await answerBy(world, waiting, clean)).status).toBe(200);
    await scans.deliver();
    expect(shownText(await casePage(waiting.reviewId))).toContain(
      'Open the file sent with the answer',
    );
  });

  it('also see the verdict on the file of a partner’s answer', async () => {
    const waiting = await aWaitingCase(world, 'residency_application');
    const requestId = await ask(world, waiting);
    const sent = anAnswer(requestId, 'Here.', anInfectedPdf('partner’s answer'));
    expect((await answerBy(world, waiting, sent)).status).toBe(200);
    await scans.deliver();
    await world.settle();
    expect(shownText(await casePage(waiting.reviewId))).toContain('The file contains malware');
  });

  it('list uploads by the status of their scan', async () => {
    const { key } = await uploaded();
    const infected = await uploaded(anInfectedPdf('list'));
    const of = async (status: string) => {
      const { body } = await world.admin('GET', `/uploads?status=${status}&limit=100`);
      return Object(body).data as { objectKey: string; status: string }[];
    };
    expect((await of('pending')).find(({ objectKey }) => objectKey === key)).toEqual({
      id: expect.any(String),
      kind: 'tax_proof',
      status: 'pending',
      personId: ada.id,
      applicationId: null,
      reviewId: null,
      objectKey: key,
      createdAt: expect.any(String),
      decidedAt: null,
    });
    await scans.deliver();
    expect((await of('pending')).map(({ objectKey }) => objectKey)).not.toContain(key);
    expect((await of('refused')).map(({ objectKey }) => objectKey)).toContain(infected.key);
    expect((await of('clean')).map(({ objectKey }) => objectKey)).toContain(key);
    await world.settle();
  });

  it('find refused uploads in the audit trail, by id', async () => {
    const { key } = await uploaded(anInfectedPdf('trail'));
    await scans.deliver();
    const scan = await findUploadScan(world.table, key);
    const { body } = await world.admin('GET', `/audit?subjectId=${scan?.id}`);
    expect(Object(body).data).toMatchObject([
      {
        action: 'upload.refused',
        actor: { kind: 'system' },
        subject: { type: 'upload', id: scan?.id },
        details: { kind: 'tax_proof', reason: 'THREATS_FOUND' },
      },
    ]);
    await world.settle();
  });
});
