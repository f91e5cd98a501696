import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../../shared/kernel/db/keys.ts';
import { readAll } from '../../../shared/kernel/db/page.ts';
import { reviewers } from '../../support/background.ts';
import { aDraft, applicationPayload, aVoucher, pay, read } from '../../support/drafts.ts';
import { anEntity, created } from '../../support/registry.ts';
import {
  anApplicant,
  aSubmission,
  decideReview,
  reviewOf,
  reviewsOf,
} from '../../support/submissions.ts';
import { useWorld } from '../../support/use-world.ts';

const world = await useWorld();
const ada = await anApplicant(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const at = (milliseconds: number) => new Date(milliseconds).toISOString();
const local = 'arn:aws:iam::000000000000:user/local';
const mailsAbout = (text: string) => world.mails.filter((mail) => mail.text.includes(text));

async function data(method: string, path: string, body?: unknown) {
  const answer = await world.call(method, path, { key: ada.standardKey, body });
  expect(answer.status).toBe(200);
  return (answer.body as { data: unknown }).data;
}

async function auditOf(subjectId: string) {
  const { body } = await world.admin('GET', `/audit?subjectId=${subjectId}`);
  return (body as { data: { action: string; outcome: string; actor: { id: string } }[] }).data.map(
    ({ action, outcome, actor }) => `${action} ${outcome} ${actor.id}`,
  );
}

describe('a submitted application', () => {
  it('gets one review, and the reviewers are notified', async () => {
    const submission = await aSubmission(world, ada);
    await world.settle();
    const review = await reviewOf(world, submission.id);
    expect(review).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      subject: { type: 'legal_entity_application', id: submission.id },
      status: 'pending',
      reason: null,
      returnedReason: null,
      createdAt: at(world.clock.now),
      decidedAt: null,
      decidedBy: null,
      name: expect.stringMatching(/ (LLC|L\.L\.C\.)$/),
      reasonCode: null,
      claim: null,
      firstApproval: null,
    });
    expect(mailsAbout(review.id)).toEqual([
      {
        to: reviewers,
        subject: `Review needed: legal entity application ${review.id.slice(0, 8)}`,
        text: expect.stringContaining('A legal entity application was submitted'),
        html: expect.any(String),
        reference: expect.any(String),
        kind: 'requested',
        template: 'review_waiting',
      },
    ]);
    expect(await read(world, submission)).toMatchObject({
      statusId: 'Pending Review',
      submittedAt: at(world.clock.now),
    });
  });

  it('gets only one review if the payment is repeated', async () => {
    const draft = await aDraft(world, ada.agentKey);
    const vouchers = await Promise.all([aVoucher(world), aVoucher(world), aVoucher(world)]);
    const answers = await Promise.all(vouchers.map((voucher) => pay(world, draft, voucher)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await world.settle();
    expect(await reviewsOf(world, draft.id)).toHaveLength(1);
  });
});

describe('an approval of an application', () => {
  it('registers the entity, creates its documents and notifies the owner', async () => {
    const office = {
      line1: '5 Quay',
      line2: null,
      city: 'Port Town',
      state: null,
      postalCode: '10200',
      country: 'HN',
    };
    const submission = await aSubmission(world, ada, {
      name: 'Tidewater Instruments',
      extension: 'L.L.C.',
      principalOffice: office,
    });
    const submittedAt = world.clock.now;
    await world.settle();
    const review = await reviewOf(world, submission.id);
    world.clock.now += 60_000;
    const now = at(world.clock.now);
    const decided = await decideReview(world, review.id, { decision: 'approve' });
    const approved = { ...review, status: 'approved', decidedAt: now, decidedBy: local };
    expect(decided).toMatchObject({ status: 200, body: { data: approved } });
    await world.settle();

    const application = await read(world, submission);
    expect(application).toMatchObject({
      statusId: 'Approved',
      submittedAt: at(submittedAt),
      approvedAt: now,
      rejectedAt: null,
      legalEntityId: expect.any(String),
    });
    const id = String(application['legalEntityId']);
    const { body } = await world.admin('GET', `/legal_entities/${id}`);
    expect(body).toEqual({
      data: {
        id,
        optionId: 'llc',
        name: 'Tidewater Instruments',
        extension: 'L.L.C.',
        nameStartsWithExtension: false,
        type: 'Limited Liability Company',
        createdAt: now,
        formationDate: now,
        registrationDate: now,
        dissolutionDate: null,
        residentPermitNumber: expect.stringMatching(/^8\d{13}$/),
        principalOfficeAddress: office,
        createdViaAPI: true,
        taxState: 'current',
        residency: { effectiveDate: now, terminationDate: null, active: true },
        representatives: [{ personId: ada.id, since: now }],
        applicationId: submission.id,
      },
    });
    const { residentPermitNumber: rpn } = (body as { data: { residentPermitNumber: string } }).data;

    const verified = await world.call('POST', '/api/v1/verify_rpn', {
      key: ada.standardKey,
      body: { rpn },
    });
    expect(verified.body).toEqual({ result: 'found_legal_entity', active: true });
    const search = await world.call('POST', '/api/v1/registries/legal_entities/search', {
      key: ada.standardKey,
      body: { query: 'tidewater' },
    });
    expect(search.body).toMatchObject({ results: [{ id, residentPermitNumber: rpn }] });

    const documents = await data('GET', `/api/v1/legal_entities/${id}/documents`);
    const document = (name: string, slug: string) => ({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
      name,
      slug,
      version: 1,
      fileUrl: expect.any(String),
      createdAt: now,
    });
    expect(bySlug(documents)).toEqual([
      document('Certificate of Organization', 'certificate-of-organization'),
      document('Rider to Agreement of Coexistence', 'rider-to-aoc'),
    ]);
    for (const { fileUrl } of bySlug(documents)) {
      const file = await fetch(fileUrl);
      expect(file.headers.get('content-type')).toBe('application/pdf');
      expect((await file.text()).slice(0, 5)).toBe('%PDF-');
    }

    expect(mailsAbout('Tidewater Instruments L.L.C. is registered')).toEqual([
      expect.objectContaining({ to: ada.email, text: expect.stringContaining(rpn) }),
    ]);
    expect(await auditOf(review.id)).toEqual([`review.decided success ${local}`]);
    expect(await auditOf(submission.id)).toContain(
      `legal_entity_application.approved success ${local}`,
    );
    expect(await auditOf(id)).toEqual([
      'document.issued success null',
      'document.issued success null',
    ]);
  });

  it('adds the entity to the referrals of the application’s referral code', async () => {
    const owner = { ownerType: 'natural_person', ownerId: ada.id, selfReferralEnabled: true };
    const referralCode = String((await created(world, '/referral_codes', owner))['code']);
    const applicationData = applicationPayload();
    const { body } = await world.call('POST', '/api/v1/legal_entity_applications', {
      key: ada.agentKey,
      body: { applicationData, referralCode },
    });
    const { id } = (body as { data: { id: string } }).data;
    const draft = { id, name: applicationData.name, signature: null, key: ada.agentKey };
    await pay(world, draft, await aVoucher(world));
    await world.settle();
    await decideReview(world, (await reviewOf(world, id)).id, { decision: 'approve' });
    await world.settle();
    const { legalEntityId } = await read(world, draft);
    const { pk, sk } = keys.referredEntity(referralCode, '', '');
    const referred = await readAll(world.table, {
      value: pk,
      prefix: sk.slice(0, 'ENTITY#'.length),
    });
    expect(referred.map((item) => item['entityId'])).toEqual([legalEntityId]);
  });

  it('returns to the reviewers with the reason if the account was deactivated in the meantime', async () => {
    const applicant = await anApplicant(world);
    const submission = await aSubmission(world, applicant);
    await world.settle();
    const review = await reviewOf(world, submission.id);
    await world.admin('POST', `/persons/${applicant.id}/deactivate`);
    await decideReview(world, review.id, { decision: 'approve' });
    await world.settle();
    expect(await reviewOf(world, submission.id)).toEqual({
      ...review,
      returnedReason: 'The account of the applicant is deactivated',
    });
    const { body } = await world.admin('GET', `/legal_entity_applications/${submission.id}`);
    expect(body).toMatchObject({ data: { statusId: 'Pending Review', legalEntityId: null } });
  });

  it('returns to the reviewers with the reason if the name was taken in the meantime', async () => {
    const name = 'Taken In Between';
    const submissions = [
      await aSubmission(world, ada, { name }),
      await aSubmission(world, await anApplicant(world), { name: 'taken  in between' }),
    ];
    await world.settle();
    const reviews = await Promise.all(submissions.map(({ id }) => reviewOf(world, id)));
    world.clock.now += 60_000;
    // Both are carried out at the same time, so either may win.
    await Promise.all(reviews.map(({ id }) => decideReview(world, id, { decision: 'approve' })));
    await world.settle();

    const applications = await Promise.all(submissions.map((each) => read(world, each)));
    expect(applications.map(({ statusId }) => statusId).toSorted()).toEqual([
      'Approved',
      'Pending Review',
    ]);
    const index = applications.findIndex(({ statusId }) => statusId === 'Pending Review');
    const loser = submissions[index];
    if (loser === undefined) throw new Error('unreachable: one of them is pending');
    expect(applications[index]).toMatchObject({ approvedAt: null, legalEntityId: null });
    const returned = await reviewOf(world, loser.id);
    expect(returned).toEqual({
      ...reviews[index],
      returnedReason: 'A legal entity with this name already exists',
    });
    expect(await auditOf(loser.id)).toContain(`legal_entity_application.approved refused ${local}`);
    // Reviewers are notified immediately, even shortly after another notification.
    const mails = mailsAbout(returned.id).filter(({ text }) => text.includes('already exists'));
    expect(mails.map(({ to }) => to)).toEqual([reviewers]);

    const reject = { decision: 'reject', reason: 'Choose another name' };
    expect(await decideReview(world, returned.id, reject)).toMatchObject({
      status: 200,
      body: { data: { status: 'rejected', returnedReason: null } },
    });
    await world.settle();
    expect(await read(world, loser)).toMatchObject({ statusId: 'Rejected' });
  });

  it('draws another permit number if the first is taken', async () => {
    const taken = await anEntity(world);
    const number = Number(String(taken['residentPermitNumber']).slice(1));
    const submission = await aSubmission(world, ada);
    await world.settle();
    const { random } = world.deps;
    const bytes = Buffer.alloc(6);
    bytes.writeUIntBE(number, 0, 6);
    let draws = 0;
    world.deps.random = (count) => {
      draws += 1;
      return draws === 1 ? bytes : random(count);
    };
    try {
      await decideReview(world, (await reviewOf(world, submission.id)).id, { decision: 'approve' });
      await world.settle();
    } finally {
      world.deps.random = random;
    }
    expect(draws).toBeGreaterThan(1);
    // This happens within the task, so no attempt of the workflow failed.
    expect(world.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(await read(world, submission)).toMatchObject({ statusId: 'Approved' });
  });
});

describe('a rejection of an application', () => {
  it('sends the reason to the owner', async () => {
    const submission = await aSubmission(world, ada);
    await world.settle();
    const review = await reviewOf(world, submission.id);
    const reason = 'The office is in the sea.';
    await decideReview(world, review.id, { decision: 'reject', reason });
    await world.settle();
    expect(await read(world, submission)).toMatchObject({
      statusId: 'Rejected',
      rejectedAt: at(world.clock.now),
      legalEntityId: null,
    });
    expect(mailsAbout(reason)).toEqual([expect.objectContaining({ to: ada.email })]);
    expect(await auditOf(submission.id)).toContain(
      `legal_entity_application.rejected success ${local}`,
    );
  });
});

function bySlug(documents: unknown) {
  // The service has checked this response against its schema.
  return (documents as { slug: string; fileUrl: string }[]).toSorted((left, right) =>
    left.slug < right.slug ? -1 : 1,
  );
}
