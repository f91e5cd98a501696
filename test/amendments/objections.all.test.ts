import { beforeEach, describe, expect, it } from 'vitest';
import { findAnyAmendment } from '../../shared/amendments/db/amendments.ts';
import { objectToAmendment } from '../../shared/amendments/usecases/objections.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import type { Message } from '../../shared/mail/aws/mailer.ts';
import {
  aFiler,
  aSignedFiling,
  aSubmittedFiling,
  type Filer,
  freshName,
  propose,
  revise,
  sign,
} from '../support/amendments.ts';
import { deliverEvent } from '../support/deliver-event.ts';
import { aVoucher } from '../support/drafts.ts';
import { justBefore } from '../support/just-before.ts';
import { outboxDepsOn } from '../support/outbox-deps.ts';
import { outcomeOf, shownText, signedIn } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { aReviewer, reviewerEmail } from '../support/reviewers.ts';
import { aStaffMember } from '../support/staff.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

let filer: Filer;
let grace: Person;
/** Number of emails at the start of the test or of its current part. */
let before = 0;

const world = await useWorld();
const reviewer = await aReviewer(world);
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  filer = await aFiler(world);
  grace = await aResident(world);
  await represent('PUT', grace);
  await forget();
});

const office = { line1: '7 Pier', city: 'Port Town', postalCode: '10300', country: 'HN' };

/** A browser with Spanish as chosen language. */
function inSpanish() {
  const browser = visitor(world.baseUrl);
  browser.cookies.set('registry_language', 'es');
  return browser;
}

async function represent(method: 'PUT' | 'DELETE', { id }: Pick<Person, 'id'>) {
  const path = `/legal_entities/${filer.entityId}/representatives/${id}`;
  expect((await world.admin(method, path)).status).toBe(200);
}

async function forget() {
  await world.settle();
  before = world.mails.length;
}

/** Returns emails to the person since the start of the test or of its current part, without codes. */
async function mailsTo({ email }: Pick<Person, 'email'>): Promise<readonly Message[]> {
  await world.settle();
  return world.mails
    .slice(before)
    .filter(({ to, subject }) => to === email && !subject.includes('code'));
}

const isReceipt = ({ subject }: Message) => subject.startsWith('Your receipt R-');

const subjectsTo = async (person: Pick<Person, 'email'>) =>
  (await mailsTo(person)).map(({ subject }) => subject);

/** Returns the path of the objection link in the newest email that has one. */
async function linkTo(person: Pick<Person, 'email'>): Promise<string> {
  const texts = (await mailsTo(person)).map(({ text }) => text);
  const path = texts.map((text) => /\/objections\/[\w-]{43}/.exec(text)?.[0]).findLast(Boolean);
  if (path === undefined) throw new Error('set-up: no link was mailed');
  return path;
}

/** Objects using the newest link. */
async function object(person: Pick<Person, 'email'>, note = 'We never agreed.') {
  const path = await linkTo(person);
  const browser = visitor(world.baseUrl);
  await browser.open(path);
  return { path, browser, answer: await browser.send(path, { note }) };
}

const showReview = async (id: string) => {
  const { body } = await world.admin('GET', `/reviews/${id}`);
  // The operator API returns the review in `data`.
  return (body as { data: Record<string, unknown> }).data;
};

async function underReview(body: object = { name: freshName() }) {
  const id = await aSubmittedFiling(world, filer, body);
  await world.settle();
  return { id, review: await reviewOf(world, id) };
}

/** Requires two approvals for amendments while `work` runs. */
async function withTwoApprovals(work: () => Promise<void>) {
  Object.assign(world.deps.approvals, { amendment: 2 });
  await work().finally(() => Object.assign(world.deps.approvals, { amendment: 1 }));
}

describe('the first of two approvals', () => {
  it('is cancelled by an objection, also by a simultaneous one', async () => {
    const first = await aStaffMember(world, ['reviewer']);
    await withTwoApprovals(async () => {
      const { review } = await underReview();
      const path = `/portal/reviews/${review.id}`;
      await first.browser.open(path);
      expect((await first.browser.send(path, { decision: 'approve' })).status).toBe(303);
      expect(await showReview(review.id)).toMatchObject({ firstApproval: { by: first.id } });
      expect((await object(grace)).answer.status).toBe(303);
      expect(await showReview(review.id)).toMatchObject({ status: 'pending', firstApproval: null });
      const { body } = await world.admin(
        'GET',
        `/audit?subjectId=${review.id}&action=review.first_approval_voided`,
      );
      expect(Object(body).data).toMatchObject([
        { actor: { personId: grace.id }, details: { voidedApprovals: [first.id] } },
      ]);
    });
    await withTwoApprovals(async () => {
      filer = await aFiler(world);
      const next = await aResident(world);
      await represent('PUT', next);
      await forget();
      const { review } = await underReview();
      const token = String((await linkTo(next)).split('/').at(-1));
      const path = `/portal/reviews/${review.id}`;
      await first.browser.open(path);
      const table = justBefore(world.table, () =>
        first.browser.send(path, { decision: 'approve' }),
      );
      await objectToAmendment({ token, note: null }, { ...world.deps, table });
      expect(await showReview(review.id)).toMatchObject({ status: 'pending', firstApproval: null });
    });
  });
});

describe('email about an amendment', () => {
  it('is in the language of each recipient, as is email about representatives', async () => {
    await signedIn(world, grace.email, inSpanish());
    await forget();
    const name = freshName();
    await aSignedFiling(world, filer, { name, principalOfficeAddress: office });
    const [own] = await mailsTo(filer);
    const [mail] = await mailsTo(grace);
    expect(own?.subject).toBe(`Amendment signed: ${filer.entityName} LLC`);
    expect(mail?.subject).toBe(`Modificación firmada: ${filer.entityName} LLC`);
    expect(mail?.html).toContain('<html lang="es">');
    for (const text of [
      'La firma dice «Ada Lovelace»',
      `El nombre cambiará de «${filer.entityName} LLC» a «${name} LLC».`,
      'La oficina principal será «7 Pier, 10300 Port Town, Honduras».',
    ]) {
      expect(mail?.text).toContain(text);
    }
    await forget();
    await represent('DELETE', grace);
    expect((await mailsTo(grace))[0]?.text).toContain('le retiró como representante de');
    expect((await mailsTo(filer))[0]?.text).toContain('removed ');
  });

  it('reports the signature to every active representative, each with a personal link', async () => {
    const gone = await aResident(world);
    await represent('PUT', gone);
    await world.admin('POST', `/persons/${gone.id}/deactivate`);
    await forget();
    const name = freshName();
    await aSignedFiling(world, filer, { name, principalOfficeAddress: office });
    const [own] = await mailsTo(filer);
    const [mail, ...more] = await mailsTo(grace);
    expect(more).toEqual([]);
    expect(await mailsTo(gone)).toEqual([]);
    expect(mail?.subject).toBe(`Amendment signed: ${filer.entityName} LLC`);
    for (const text of [
      'Test Resident signed',
      'The signature reads “Ada Lovelace”',
      `The name will change from “${filer.entityName} LLC” to “${name} LLC”.`,
      'The principal office will be “7 Pier, 10300 Port Town, Honduras”.',
      'If it is wrong, object with the link below',
    ]) {
      expect(mail?.text).toContain(text);
    }
    expect(own?.text).toContain('You signed');
    expect(own?.text).toContain('someone else has access to your account');
    expect(await linkTo(filer)).not.toBe(await linkTo(grace));
  });

  it('reports the submission and the decision once each, plus one receipt', async () => {
    const { review } = await underReview();
    await decideReview(world, review.id, { decision: 'approve' });
    await world.settle();
    const kinds = (mails: readonly Message[]) => mails.map(({ subject }) => subject.split(':')[0]);
    for (const person of [filer, grace]) {
      const mails = await mailsTo(person);
      expect(kinds(mails.filter((mail) => !isReceipt(mail)))).toEqual([
        'Amendment signed',
        'Amendment submitted',
        'Amendment approved',
      ]);
      expect(mails.filter(isReceipt)).toHaveLength(1);
    }
    const texts = (await mailsTo(grace)).filter((mail) => !isReceipt(mail)).map(({ text }) => text);
    expect(texts[1]).toContain('Test Resident submitted an amendment');
    expect(texts[2]).toContain('It was approved and is now in the register.');
    expect(texts[2]).toMatch(/The name changed from “.*” to “.*”\./);
  });

  it('names the Agent Key that submitted it', async () => {
    const id = await aSignedFiling(world, filer, { name: freshName() });
    await forget();
    await world.call('POST', `${filer.path}/${id}/pay/voucher`, {
      key: filer.agentKey,
      body: { voucherCode: await aVoucher(world) },
    });
    const [mail] = await mailsTo(grace);
    expect(mail?.text).toContain(`with the Agent Key “…${filer.agentKey.slice(-4)}”`);
  });

  it('reports a submission in the portal without naming an Agent Key', async () => {
    const id = await aSignedFiling(world, filer, { name: freshName() });
    await forget();
    const browser = await signedIn(world, filer.email);
    const page = `/portal/legal-entities/${filer.entityId}/amendments/${id}`;
    await browser.open(page);
    const voucherCode = await aVoucher(world);
    await browser.send(`${page}/pay`, { act: 'voucher', voucherCode });
    const [mail] = await mailsTo(grace);
    expect(mail?.subject).toBe(`Amendment submitted: ${filer.entityName} LLC`);
    expect(mail?.text).toContain('Test Resident submitted an amendment');
    expect(mail?.text).not.toContain('Agent Key');
  });

  it('does not report a signature that is already void', async () => {
    const id = await aSignedFiling(world, filer, { name: freshName() });
    await revise(world, filer, id, { name: freshName() });
    expect(await subjectsTo(grace)).toEqual([]);
    await sign(world, filer, id);
    expect(await subjectsTo(grace)).toHaveLength(1);
  });

  it('reaches everyone once if one mailbox fails and the delivery is retried', async () => {
    const filingId = await aSignedFiling(world, filer, { name: freshName() });
    const signedAt = (await findAnyAmendment(world.table, filingId))?.signature?.signedAt ?? '';
    const sent: string[] = [];
    let broken = true;
    const outbox = {
      ...outboxDepsOn(world.table),
      mailer: {
        send: async ({ to }: Message) => {
          if (broken && to === filer.email) throw new Error('the mail service is down');
          sent.push(to);
          return 'sent' as const;
        },
      },
    };
    const mail = { template: 'amendment_signed', filingId, signedAt } as const;
    const event = { id: 'again', createdAt: '', event: { type: 'mail.requested', mail } } as const;
    await expect(deliverEvent(event, outbox)).rejects.toThrow('the mail service is down');
    expect(sent).toEqual([grace.email]);
    broken = false;
    await deliverEvent(event, outbox);
    await deliverEvent(event, outbox);
    expect(sent).toEqual([grace.email, filer.email]);
  });
});

describe('email about representatives', () => {
  it('reports a new representative once to all of them, including the new one', async () => {
    const hopper = await aResident(world);
    await forget();
    await represent('PUT', hopper);
    await represent('PUT', hopper);
    expect(await subjectsTo(hopper)).toEqual([`New representative: ${filer.entityName} LLC`]);
    expect((await mailsTo(hopper))[0]?.text).toContain('added you as a representative');
    for (const other of [filer, grace]) {
      const [mail, ...more] = await mailsTo(other);
      expect(more).toEqual([]);
      expect(mail?.text).toContain('added Test Resident as a representative');
    }
  });

  it('reports a removed representative once to all of them, including the removed one', async () => {
    await represent('DELETE', grace);
    await represent('DELETE', grace);
    expect(await subjectsTo(filer)).toEqual([`Representative removed: ${filer.entityName} LLC`]);
    expect(await subjectsTo(grace)).toEqual([`Representative removed: ${filer.entityName} LLC`]);
    expect((await mailsTo(grace))[0]?.text).toContain('removed you as a representative');
  });
});

describe('the page of the emailed objection link', () => {
  it('shows the proposals to anyone with the link, and opening it changes nothing', async () => {
    const name = freshName();
    const id = await aSignedFiling(world, filer, { name });
    const path = await linkTo(grace);
    await fetch(world.baseUrl + path, { method: 'HEAD' });
    const answer = await visitor(world.baseUrl).open(path);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const text = shownText(answer);
    for (const shown of [`${filer.entityName} LLC`, `${name} LLC`, 'Ada Lovelace', 'Object']) {
      expect(text).toContain(shown);
    }
    expect((await findAnyAmendment(world.table, id))?.objections).toBeUndefined();
  });

  it('accepts one objection per person, and shows it afterwards', async () => {
    const id = await aSignedFiling(world, filer, { name: freshName() });
    const { path, browser, answer } = await object(grace, 'Ask\r\nus  first.');
    expect(outcomeOf(answer)).toEqual({ status: 303, location: path });
    expect(shownText(await browser.open(path))).toContain('You have objected');
    expect(shownText(await browser.open(path))).toContain('Ask us first.');
    // Sending the form again, also from another window, adds no objection.
    expect((await browser.send(path, { note: 'Another.' })).status).toBe(303);
    expect(shownText(await browser.open(path))).not.toContain('Another.');
    expect(await findAnyAmendment(world.table, id)).toMatchObject({
      statusId: 'Draft',
      objections: 1,
    });
    const { body } = await world.admin('GET', `/audit?subjectId=${id}&action=amendment.objected`);
    expect(body).toMatchObject({
      data: [
        {
          actor: { kind: 'person', id: grace.id },
          details: { legalEntityId: filer.entityId, withNote: true, by: 'mailed_link' },
        },
      ],
    });
  });

  it('stores one objection if the form is sent many times simultaneously', async () => {
    const id = await aSignedFiling(world, filer, { name: freshName() });
    const path = await linkTo(grace);
    const browser = visitor(world.baseUrl);
    await browser.open(path);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => browser.send(path, { note: '' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 303));
    expect((await findAnyAmendment(world.table, id))?.objections).toBe(1);
  });

  it('refuses a form from another site and a note that is too long', async () => {
    await aSignedFiling(world, filer, { name: freshName() });
    const path = await linkTo(grace);
    const browser = visitor(world.baseUrl);
    await browser.open(path);
    expect((await browser.send(path, {}, { csrf: null })).status).toBe(403);
    expect((await browser.send(path, {}, { cookie: null })).status).toBe(403);
    const long = await browser.send(path, { note: 'x'.repeat(2001) });
    expect(long.status).toBe(400);
    expect(shownText(long)).toContain('The note must have at most 2000 characters');
    const control = await browser.send(path, { note: 'a\u0000b' });
    expect(control.status).toBe(400);
  });

  it('requires the link, which expires after a year and whose token is stored hashed', async () => {
    await aSignedFiling(world, filer, { name: freshName() });
    const path = await linkTo(grace);
    const token = path.split('/').at(-1) ?? '';
    const stored = await getItem(world.table, keys.objectionLink(token));
    expect(stored).toMatchObject({ personId: grace.id });
    expect(JSON.stringify(stored)).not.toContain(token);
    const browser = visitor(world.baseUrl);
    await browser.open(path);
    for (const unknown of [`/objections/${'x'.repeat(43)}`, '/objections/x']) {
      expect((await browser.open(unknown)).status).toBe(404);
    }
    world.clock.now += 365 * 86_400_000;
    const over = await browser.open(path);
    expect([over.status, shownText(over).includes('no longer valid')]).toEqual([404, true]);
    expect((await browser.send(path, { note: '' })).status).toBe(404);
  });

  it('works for a removed representative, and the reviewer sees the removal', async () => {
    const { review } = await underReview();
    const path = await linkTo(grace);
    await represent('DELETE', grace);
    const browser = visitor(world.baseUrl);
    await browser.open(path);
    expect((await browser.send(path, { note: 'They removed me first.' })).status).toBe(303);
    expect(await showReview(review.id)).toMatchObject({
      objections: [{ personId: grace.id, represents: false, note: 'They removed me first.' }],
    });
    await forget();
    const verdict = { decision: 'approve', answer: 'The removal was lawful.', objections: 1 };
    expect((await decideReview(world, review.id, verdict)).status).toBe(200);
    const [mail] = await mailsTo(grace);
    expect(mail?.text).toContain('Answer: The removal was lawful.');
  });

  it('keeps the objection when the draft is revised, and the next email mentions it', async () => {
    const id = await aSignedFiling(world, filer, { name: freshName() });
    await object(grace);
    await revise(world, filer, id, { name: freshName() });
    await forget();
    await sign(world, filer, id);
    expect((await mailsTo(grace))[0]?.text).toContain('The decision will answer your objection');
    expect((await findAnyAmendment(world.table, id))?.objections).toBe(1);
    // Proposing again replaces the proposals of the same filing.
    await propose(world, filer, { name: freshName() });
    expect((await findAnyAmendment(world.table, id))?.objections).toBe(1);
  });
});

describe('a decision on an amendment with objections', () => {
  it('is refused as an approval without an answer, and emailed with the answer', async () => {
    const { id, review } = await underReview();
    await object(grace, 'We never agreed.');
    await forget();
    expect(await showReview(review.id)).toMatchObject({
      objections: [
        {
          personId: grace.id,
          name: 'Test Resident',
          represents: true,
          note: 'We never agreed.',
          status: 'open',
        },
      ],
      answer: null,
    });
    for (const verdict of [{}, { answer: 'Checked.' }, { objections: 1 }, { reason: 'Fine.' }]) {
      const refused = await decideReview(world, review.id, { decision: 'approve', ...verdict });
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'review.objections_unanswered' },
      });
    }
    const verdict = { decision: 'approve', answer: 'The minutes show it.', objections: 1 };
    const decided = await decideReview(world, review.id, verdict);
    expect(decided).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'approved',
          answer: 'The minutes show it.',
          objections: [{ status: 'answered' }],
        },
      },
    });
    await world.settle();
    expect(await findAnyAmendment(world.table, id)).toMatchObject({ statusId: 'Approved' });
    const [toGrace] = await mailsTo(grace);
    const [toFiler] = await mailsTo(filer);
    expect(toGrace?.text).toContain('Answer: The minutes show it.');
    expect(toFiler?.text).not.toContain('The minutes show it.');
    expect(await showReview(review.id)).toMatchObject({ objections: [{ status: 'closed' }] });
  });

  it('answers the objections with the reason if it is a rejection', async () => {
    const { review } = await underReview();
    await object(grace);
    await forget();
    const verdict = { decision: 'reject', reason: 'The others object.' };
    expect((await decideReview(world, review.id, verdict)).status).toBe(200);
    const [mail] = await mailsTo(grace);
    expect(mail?.text).toContain('Reason: The others object.');
    expect(mail?.text).toContain('This decision answers your objection.');
  });

  it('is refused if an objection came after the reviewer opened the case', async () => {
    const hopper = await aResident(world);
    await represent('PUT', hopper);
    const { review } = await underReview();
    await object(grace);
    await object(hopper);
    const verdict = { decision: 'approve', answer: 'Checked.', objections: 1 };
    expect(await decideReview(world, review.id, verdict)).toMatchObject({
      status: 409,
      body: { code: 'review.objections_changed' },
    });
    expect((await decideReview(world, review.id, { ...verdict, objections: 2 })).status).toBe(200);
  });

  it('wins or loses against a simultaneous objection: one of them is refused with 409', async () => {
    for (let round = 0; round < 4; round += 1) {
      filer = await aFiler(world);
      await represent('PUT', grace);
      await forget();
      const { id, review } = await underReview();
      const path = await linkTo(grace);
      const browser = visitor(world.baseUrl);
      await browser.open(path);
      const [decided, objected] = await Promise.all([
        decideReview(world, review.id, { decision: 'approve' }),
        browser.send(path, { note: 'Stop.' }),
      ]);
      const filing = await findAnyAmendment(world.table, id);
      if (objected.status === 303) {
        expect(decided).toMatchObject({
          status: 409,
          body: { code: 'review.objections_unanswered' },
        });
        expect(filing).toMatchObject({ objections: 1 });
        expect(filing).not.toHaveProperty('verdict');
      } else {
        expect([decided.status, objected.status]).toEqual([200, 409]);
        expect(filing?.objections).toBeUndefined();
        expect(shownText(objected)).toContain('You can no longer object');
      }
      expect([decided.status, objected.status].filter((status) => status === 409)).toHaveLength(1);
    }
  });

  it('ends the time to object, and the link then shows the decision', async () => {
    const { review } = await underReview();
    const path = await linkTo(grace);
    const browser = visitor(world.baseUrl);
    await browser.open(path);
    await decideReview(world, review.id, { decision: 'approve' });
    expect((await browser.send(path, { note: '' })).status).toBe(409);
    expect(shownText(await browser.open(path))).toContain(
      'The decision takes effect within seconds',
    );
    await world.settle();
    expect((await browser.send(path, { note: '' })).status).toBe(409);
    expect(shownText(await browser.open(path))).toContain('Amendment approved');
  });

  it('reopens the objections if it cannot be carried out, and others can be added', async () => {
    const name = freshName();
    const { id, review } = await underReview({ name });
    await object(grace);
    await world.admin('POST', '/legal_entities', { optionId: 'llc', name, extension: 'LLC' });
    const verdict = { decision: 'approve', answer: 'Checked.', objections: 1 };
    expect((await decideReview(world, review.id, verdict)).status).toBe(200);
    await world.settle();
    expect(await showReview(review.id)).toMatchObject({
      status: 'pending',
      answer: null,
      objections: [{ status: 'open' }],
    });
    expect(await findAnyAmendment(world.table, id)).not.toHaveProperty('verdict');
    expect((await object(filer)).answer.status).toBe(303);
    expect(await decideReview(world, review.id, verdict)).toMatchObject({
      status: 409,
      body: { code: 'review.objections_changed' },
    });
  });

  it('cannot be made by someone who objected', async () => {
    await represent('PUT', reviewer);
    await forget();
    const { review } = await underReview();
    await object({ email: reviewerEmail });
    await represent('DELETE', reviewer);
    const browser = await signedIn(world, reviewerEmail);
    const path = `/portal/reviews/${review.id}`;
    expect(shownText(await browser.open(path))).toContain('You can’t decide this case');
    const form = { decision: 'approve', reason: '', answer: 'Me.', objections: '1' };
    expect((await browser.send(path, form)).status).toBe(403);
  });

  it('is made on the review page, which shows the objections and requires an answer', async () => {
    const { id, review } = await underReview();
    const browser = await signedIn(world, reviewerEmail);
    const path = `/portal/reviews/${review.id}`;
    expect(shownText(await browser.open(path))).not.toContain('objects');
    // The reviewer has the page open when the objection arrives.
    await object(grace, 'We never agreed.');
    const unseen = await browser.send(path, { decision: 'approve', reason: '' });
    expect([unseen.status, shownText(unseen)]).toEqual([
      409,
      expect.stringContaining('Answer the objections'),
    ]);
    const shown = await browser.open(path);
    expect(shownText(shown)).toMatch(
      /A representative objects Test Resident , on .*We never agreed\./,
    );
    expect(shown.text).toContain('name="objections" value="1"');
    await object(filer, '');
    const changed = await browser.send(path, {
      decision: 'approve',
      reason: '',
      answer: 'Checked.',
      objections: '1',
    });
    expect(changed.status).toBe(409);
    expect(shownText(changed)).toContain('A representative objected while you were reading');
    expect(changed.text).toContain('Checked.');
    const form = { decision: 'approve', reason: '', answer: 'Checked.', objections: '2' };
    expect((await browser.send(path, form)).status).toBe(303);
    await world.settle();
    expect(await findAnyAmendment(world.table, id)).toMatchObject({
      statusId: 'Approved',
      verdict: { answer: 'Checked.' },
    });
    expect(shownText(await browser.open(path))).toContain('Answer: Checked.');
  });
});
