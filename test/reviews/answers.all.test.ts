import { beforeEach, describe, expect, it } from 'vitest';
import { storeUpload } from '../../shared/documents/usecases/uploads.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import {
  findResidencyApplication,
  newProofOfAddressWrite,
} from '../../shared/residency/db/residency-applications.ts';
import { requestInformation } from '../../shared/service/usecases/request-information.ts';
import { operatorOf, unknownId } from '../support/admin.ts';
import { aPdf } from '../support/files.ts';
import { askedIn } from '../support/holders.ts';
import { justBefore } from '../support/just-before.ts';
import { outcomeOf, shownText, signedIn } from '../support/portal.ts';
import {
  anAnswer,
  answerBy,
  ask,
  aWaitingCase,
  caseTypes,
  sendAnswer,
  type WaitingCase,
} from '../support/questions.ts';
import { anAgentKey, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const { data } = operatorOf(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const at = () => new Date(world.clock.now).toISOString();
const message = 'Please send the lease of the principal office.';

/** Returns the case as its API key reads it. */
async function read({ path, key }: WaitingCase) {
  const { status, body } = await world.call('GET', path, { key });
  expect(status).toBe(200);
  return Object(body).data;
}

/** Stores a file as uploaded by the partner before the submission. Returns the id of the upload. */
async function aStoredProof(of: { integrationId: string; applicationId: string }) {
  const { integrationId, applicationId } = of;
  const id = world.deps.newId();
  const upload = {
    folder: 'proofs-of-address' as const,
    ...{ owner: applicationId, content: aPdf() },
    contentType: 'application/pdf',
    uploader: { kind: 'proof_of_address' as const, integrationId, applicationId },
  };
  const file = await storeUpload(upload, world.deps);
  const proof = newProofOfAddressWrite({ id, ...of, ...file, createdAt: at() });
  await transact(world.table, { proof });
  return id;
}

const refused = (error: string, code: string) => ({ status: 409, body: { error, code } });
const outcome = ({ status, body }: { status: number; body: unknown }) => ({ status, body });

const answered = refused('The question is already answered', 'information.answered');
const closed = refused('The case is no longer under review', 'information.closed');

describe.each(caseTypes)('a question about a case: %s', (type) => {
  it('is shown on the case, emailed and answered via the API, and the case keeps one invoice', async () => {
    const waiting = await aWaitingCase(world, type);
    const before = await read(waiting);
    const none = { informationRequired: false, informationUrl: null };
    expect(before).toMatchObject({ informationRequest: null, nextSteps: none });
    world.clock.now += 60_000;
    const requestId = await ask(world, waiting, message);
    const request = { id: requestId, message, requestedAt: at(), answeredAt: null };
    const url = `${world.baseUrl}/portal/information/${waiting.reviewId}`;
    const asked = await read(waiting);
    expect(asked).toMatchObject({
      statusId: 'Pending Review',
      informationRequest: request,
      nextSteps: { ...before.nextSteps, informationRequired: true, informationUrl: url },
    });
    const kept = ({ statusId, submittedAt, paidAt, invoice }: typeof asked) => ({
      statusId,
      submittedAt,
      paidAt,
      invoice,
    });
    expect(kept(asked)).toEqual(kept(before));
    const mail = world.mails.findLast(({ to }) => to === waiting.email);
    expect(mail?.text).toContain(message);
    expect(mail?.text).toContain(url);

    world.clock.now += 60_000;
    const sent = anAnswer(requestId, 'Here it is.\nThe second page counts.', aPdf());
    const answer = await answerBy(world, waiting, sent);
    const file = { contentType: 'application/pdf', size: aPdf().length };
    expect(outcome(answer)).toEqual({
      status: 200,
      body: { data: { requestId, answeredAt: at(), file } },
    });
    const after = await read(waiting);
    expect(after).toMatchObject({
      informationRequest: { ...request, answeredAt: at() },
      nextSteps: none,
    });
    expect(kept(after)).toEqual(kept(before));

    await world.settle();
    const toReviewers = world.mails.at(-1);
    expect(toReviewers?.subject).toMatch(/^Question answered: /);
    // An operator asked, so all reviewers get the email.
    expect(toReviewers?.text).toMatch(/^The question about /);
    expect(toReviewers?.text).not.toContain('second page');
    const review = Object(await data('GET', `/reviews/${waiting.reviewId}`));
    expect(review).toMatchObject({
      status: 'pending',
      informationRequests: [
        { id: requestId, answeredAt: at(), answer: 'Here it is.\nThe second page counts.' },
      ],
    });
    const [{ fileUrl }] = review.informationRequests;
    const got = await fetch(fileUrl);
    expect(got.headers.get('content-disposition')).toBe("inline; filename*=UTF-8''answer.pdf");
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(new Uint8Array(aPdf()));
    const trail = await data('GET', `/audit?subjectId=${waiting.id}`);
    expect(trail).toContainEqual(
      expect.objectContaining({ action: `${type}.information_answered`, outcome: 'success' }),
    );
    expect(JSON.stringify(trail)).not.toContain('second page');

    await data('POST', `/reviews/${waiting.reviewId}/decision`, {
      decision: 'reject',
      reason: 'Not the owner.',
    });
    await world.settle();
    const decided = await read(waiting);
    expect(decided.statusId).toBe('Rejected');
    expect(decided.rejectedReason ?? decided.rejectionReason).toBe('Not the owner.');
    expect({ submittedAt: decided.submittedAt, invoice: decided.invoice }).toEqual({
      submittedAt: before.submittedAt,
      invoice: before.invoice,
    });
  });

  it('is answered once on the page by the applicant', async () => {
    const waiting = await aWaitingCase(world, type);
    const requestId = await ask(world, waiting, message);
    const path = `/portal/information/${waiting.reviewId}`;
    const stranger = visitor(world.baseUrl);
    expect(outcomeOf(await stranger.open(path))).toEqual({
      status: 303,
      location: `/portal/sign-in?next=${encodeURIComponent(path)}`,
    });
    const browser = await waiting.browser();
    const page = await browser.open(path);
    expect(page.status).toBe(200);
    expect(shownText(page)).toContain(message);
    const own = await browser.open(waiting.page ?? path);
    expect(shownText(own)).toContain(message);
    const sent = await sendAnswer(
      world,
      browser,
      path,
      { requestId, answer: 'Here\r\nit is.' },
      aPdf(),
    );
    expect(outcomeOf({ ...sent })).toEqual({ status: 303, location: path });
    // It can be read again.
    expect(shownText(await browser.open(path))).toMatch(/Answer sent .* Answer Here it is\./);
    const review = Object(await data('GET', `/reviews/${waiting.reviewId}`));
    expect(review.informationRequests).toMatchObject([
      { answer: 'Here\nit is.', fileUrl: expect.stringContaining('information/') },
    ]);
    const again = await sendAnswer(world, browser, path, { requestId, answer: 'Or there.' });
    expect(again.status).toBe(409);
    expect(shownText({ ...again })).toContain('Someone has already answered the question.');
  });

  it('is closed if the case is decided before the answer', async () => {
    const waiting = await aWaitingCase(world, type);
    const requestId = await ask(world, waiting);
    const decision = { decision: 'reject', reason: 'No.' };
    await data('POST', `/reviews/${waiting.reviewId}/decision`, decision);
    // Check before the decision is carried out, and after.
    expect(outcome(await answerBy(world, waiting, anAnswer(requestId)))).toEqual(closed);
    await world.settle();
    expect(outcome(await answerBy(world, waiting, anAnswer(requestId)))).toEqual(closed);
    expect(await read(waiting)).toMatchObject({
      statusId: 'Rejected',
      informationRequest: { id: requestId, answeredAt: null },
      nextSteps: { informationRequired: false, informationUrl: null },
    });
  });

  it('cannot be read or answered by a stranger', async () => {
    const waiting = await aWaitingCase(world, type);
    const requestId = await ask(world, waiting);
    const other = await aWaitingCase(world, type);
    const { status } = await answerBy(world, { ...waiting, key: other.key }, anAnswer(requestId));
    expect(status).toBe(404);
    const browser = await signedIn(world, (await aResident(world)).email);
    const path = `/portal/information/${waiting.reviewId}`;
    expect((await browser.open(path)).status).toBe(404);
    const sent = await sendAnswer(world, browser, path, { requestId, answer: 'Mine.' });
    expect(sent.status).toBe(404);
    expect((await read(waiting)).informationRequest.answeredAt).toBeNull();
  });
});

describe('an answer to a question about a case', () => {
  it('is refused if the question is already answered or a newer one is open', async () => {
    const waiting = await aWaitingCase(world);
    const none = refused('No information is requested', 'information.not_requested');
    expect(outcome(await answerBy(world, waiting, anAnswer(unknownId)))).toEqual(none);
    const first = await ask(world, waiting);
    expect((await answerBy(world, waiting, anAnswer(first))).status).toBe(200);
    expect(outcome(await answerBy(world, waiting, anAnswer(first, 'No.')))).toEqual(answered);
    const second = await ask(world, waiting, 'And which window?');
    const other = refused(
      'A newer question is open. Read the case again.',
      'information.other_question',
    );
    expect(outcome(await answerBy(world, waiting, anAnswer(first)))).toEqual(other);
    const browser = await waiting.browser();
    const path = `/portal/information/${waiting.reviewId}`;
    await browser.open(path);
    const late = await sendAnswer(world, browser, path, { requestId: first, answer: 'The red.' });
    expect(late.status).toBe(409);
    expect(shownText({ ...late })).toContain('There is a new question');
    expect(late.text).toContain('The red.');
    expect((await answerBy(world, waiting, anAnswer(second))).status).toBe(200);
  });

  it('is accepted only once if ten are sent at the same time', async () => {
    const waiting = await aWaitingCase(world);
    const requestId = await ask(world, waiting);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, each) =>
        answerBy(world, waiting, anAnswer(requestId, `Door ${each}`)),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    const review = Object(await data('GET', `/reviews/${waiting.reviewId}`));
    expect(review.informationRequests).toHaveLength(1);
  });

  it('cannot be requested by a second question written at the same time as the first', async () => {
    const waiting = await aWaitingCase(world);
    const actor = { kind: 'operator', id: 'late', personId: null } as const;
    // The first is written after the second has read the review, but before it reads the case.
    const table = justBefore(world.table, () => ask(world, waiting), waiting.id);
    const second = requestInformation(waiting.reviewId, message, actor, { ...world.deps, table });
    await expect(second).rejects.toMatchObject({
      extras: { code: 'review.information_requested' },
    });
  });

  it('never blocks a decision that is made at the same time', async () => {
    const waiting = await aWaitingCase(world);
    const requestId = await ask(world, waiting);
    const [answer, decision] = await Promise.all([
      answerBy(world, waiting, anAnswer(requestId)),
      operatorOf(world).answer('POST', `/reviews/${waiting.reviewId}/decision`, {
        decision: 'approve',
      }),
    ]);
    expect(decision.status).toBe(200);
    expect([200, 409]).toContain(answer.status);
    await world.settle();
    const { statusId, informationRequest } = await read(waiting);
    expect(statusId).toBe('Approved');
    expect(informationRequest.answeredAt !== null).toBe(answer.status === 200);
  });

  it('is accepted once under an Idempotency-Key, no matter how often it is sent', async () => {
    const waiting = await aWaitingCase(world);
    const requestId = await ask(world, waiting);
    const headers = { 'idempotency-key': 'answer-1' };
    const parts = anAnswer(requestId, 'The green one.', aPdf());
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => answerBy(world, waiting, parts, headers)),
    );
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const again = await answerBy(world, waiting, parts, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const reused = await answerBy(world, waiting, anAnswer(requestId), headers);
    expect(outcome(reused)).toEqual(
      refused('This Idempotency-Key was used with another request body', 'idempotency.key_reused'),
    );
  });

  it.each(caseTypes)('is accepted as JSON, once under an Idempotency-Key: %s', async (type) => {
    const waiting = await aWaitingCase(world, type);
    const requestId = await ask(world, waiting, message);
    const send = (body: object, headers: Record<string, string> = {}) =>
      world.call('POST', `${waiting.path}/information`, { key: waiting.key, body, headers });
    expect(await send({ requestId, answer: 'Here.', uploadId: unknownId })).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [{ path: ['uploadId'], message: 'Must be an upload for this case' }],
      },
    });
    expect(await send({ requestId })).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [{ path: ['answer'] }],
      },
    });
    const headers = { 'Idempotency-Key': requestId };
    const taken = { data: { requestId, answeredAt: at(), file: null } };
    const first = await send({ requestId: requestId.toUpperCase(), answer: 'Here.' }, headers);
    expect(outcome(first)).toEqual({ status: 200, body: taken });
    expect(outcome(await send({ answer: 'Here.', requestId }, headers))).toEqual({
      status: 200,
      body: taken,
    });
  });

  it('accepts the id of a file that was uploaded for the case earlier', async () => {
    const waiting = await aWaitingCase(world, 'residency_application');
    const application = await findResidencyApplication(world.table, waiting.id);
    const integrationId = application?.integrationId ?? '';
    const own = await aStoredProof({ integrationId, applicationId: waiting.id });
    const other = await aStoredProof({ integrationId, applicationId: unknownId });
    const requestId = await ask(world, waiting);
    const send = (uploadId: string) =>
      world.call('POST', `${waiting.path}/information`, {
        key: waiting.key,
        body: { requestId, answer: 'Here it is.', uploadId },
      });
    expect((await send(other)).status).toBe(400);
    const file = { contentType: 'application/pdf', size: aPdf().length };
    expect(outcome(await send(own))).toEqual({
      status: 200,
      body: { data: { requestId, answeredAt: at(), file } },
    });
    const review = Object(await data('GET', `/reviews/${waiting.reviewId}`));
    const got = await fetch(review.informationRequests[0].fileUrl);
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(new Uint8Array(aPdf()));
  });

  it('requires its fields, and a real file if it has one', async () => {
    const waiting = await aWaitingCase(world);
    const requestId = await ask(world, waiting);
    const failing = async (parts: Parameters<typeof answerBy>[2]) => {
      const { status, body } = await answerBy(world, waiting, parts);
      return [status, body['error']];
    };
    const [id, text] = anAnswer(requestId);
    if (id === undefined || text === undefined) throw new Error('unreachable');
    for (const parts of [[], [id], [text], [{ ...id, content: 'x' }, text], [id, text, text]]) {
      expect(await failing(parts)).toEqual([400, 'Invalid request body']);
    }
    expect(await failing(anAnswer(requestId, ' '))).toEqual([400, 'Invalid request body']);
    expect(await failing(anAnswer(requestId, 'x'.repeat(2001)))).toEqual([
      400,
      'Invalid request body',
    ]);
    expect(await failing(anAnswer(requestId, 'Yes.', new Uint8Array()))).toEqual([
      400,
      'No file provided',
    ]);
    // Without a file name, the part is read as text.
    expect(await failing([id, text, { name: 'file', content: aPdf() }])).toEqual([
      400,
      'No file provided',
    ]);
    const wrong = new TextEncoder().encode('<html>');
    const unsupported = 'Unsupported file type. Only PDF, JPEG, and PNG files are allowed.';
    expect(await failing(anAnswer(requestId, 'Yes.', wrong))).toEqual([400, unsupported]);
    const [, , file] = anAnswer(requestId, 'Yes.', aPdf());
    if (file === undefined) throw new Error('unreachable');
    expect(await failing([id, text, file, file])).toEqual([400, 'Invalid request body']);
    const plain = await world.call('POST', `${waiting.path}/information`, {
      key: waiting.key,
      body: { requestId, answer: 'Yes.' },
      headers: { 'content-type': 'text/plain' },
    });
    expect(plain.status).toBe(400);
    const browser = await waiting.browser();
    const path = `/portal/information/${waiting.reviewId}`;
    await browser.open(path);
    const empty = await sendAnswer(world, browser, path, { requestId, answer: ' ' }, wrong);
    expect(empty.status).toBe(400);
    expect(shownText({ ...empty })).toContain('Write an answer');
    expect(shownText({ ...empty })).toContain('This is a web page. Print it as a PDF');
    const large = new Uint8Array(4_600_000);
    const tooMuch = await sendAnswer(world, browser, path, { requestId, answer: 'Yes.' }, large);
    expect(tooMuch.status).toBe(413);
    expect(shownText({ ...tooMuch })).toContain('choose a smaller file');
    expect((await read(waiting)).informationRequest.answeredAt).toBeNull();
  });

  it('requires an Agent Key with the scope to create the case', async () => {
    const waiting = await aWaitingCase(world, 'amendment');
    const requestId = await ask(world, waiting);
    const person = await aResident(world);
    const key = await anAgentKey(world, person.id, ['agent:entity.filing.read']);
    const answer = await answerBy(world, { ...waiting, key }, anAnswer(requestId));
    expect(answer.status).toBe(403);
  });
});

it.each([
  [
    'certificate_request',
    'a cancellation',
    ({ id }: WaitingCase) => data('POST', `/certificate_requests/${id}/cancel`, {}),
  ],
  [
    'residency_application',
    'an objection',
    async ({ id, browser }: WaitingCase) => {
      const { status } = await (await askedIn(await browser(), { id })).object();
      expect(status).toBe(303);
    },
  ],
])('a question about a %s cannot be answered after %s', async (type, _, withdraw) => {
  const waiting = await aWaitingCase(world, type);
  const requestId = await ask(world, waiting);
  await withdraw(waiting);
  expect(outcome(await answerBy(world, waiting, anAnswer(requestId)))).toEqual(closed);
  expect((await read(waiting)).nextSteps).toMatchObject({
    informationRequired: false,
    informationUrl: null,
  });
  const browser = await waiting.browser();
  const page = await browser.open(`/portal/information/${waiting.reviewId}`);
  expect(shownText(page)).toContain('No answer needed');
  expect(page.text).not.toContain('name="answer"');
});

it('a question is not emailed if the case was decided before the email was sent', async () => {
  const waiting = await aWaitingCase(world);
  const path = `/reviews/${waiting.reviewId}/information_requests`;
  const before = world.mails.length;
  await data('POST', path, { message });
  await data('POST', `/reviews/${waiting.reviewId}/decision`, { decision: 'approve' });
  await world.settle();
  const since = world.mails.slice(before).map(({ subject }) => subject);
  expect(since.filter((subject) => /question/i.test(subject))).toEqual([]);
});
