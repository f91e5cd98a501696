import { globSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordSchemas } from '../../shared/imports/contracts/import-records.ts';
import { locales } from '../../shared/kernel/domain/locale.ts';
import { products } from '../../shared/kernel/domain/product.ts';
import { findReviewCounts } from '../../shared/reviews/db/review-counts.ts';
import { queueList } from '../../shared/reviews/db/review-queue.ts';
import { measureReviews } from '../../shared/reviews/usecases/read-reviews.ts';
import { actLabel } from '../../shared/service/pages/trail-page.ts';
import { resendMail } from '../../shared/service/usecases/resend-mail.ts';
import { approvalStatuses } from '../../shared/staff/domain/operator-approval.ts';
import { readStaffStatus } from '../../shared/staff/usecases/staff-status.ts';
import { operatorOf } from '../support/admin.ts';
import { justBefore } from '../support/just-before.ts';
import { linkIn, outcomeOf, shownText, sortsIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { aStaffMember } from '../support/staff.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import type { PageAnswer } from '../support/visitor.ts';

const world = await useWorld();
const applicant = await anApplicant(world);
const { data } = operatorOf(world);
const support = await aStaffMember(world, ['support']);
const auditor = await aStaffMember(world, ['auditor']);
beforeEach(async () => {
  // Views are recorded and emails sent once an hour. Sessions end after two hours without a page view.
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  for (const { browser } of [support, auditor]) await browser.open('/portal');
});

const people = '/portal/reviews/people';

const actsOf = async (actorId: string) => {
  const { body } = await world.admin('GET', `/audit?actorId=${actorId}`);
  // The operator API returns the entries in `data`.
  const { data: entries } = body as {
    data: { action: string; subject: object; details: object }[];
  };
  return entries.map(({ action, subject, details }) => ({ action, subject, details }));
};

const mailsTo = async (email: string) => {
  await world.settle();
  return world.mails.filter(({ to }) => to === email);
};

describe('people pages for support', () => {
  it('find people by number, email and name, and are recorded without the query', async () => {
    const person = await aResident(world);
    const { residentPermitNumber } = Object(await data('GET', `/persons/${person.id}`));
    const { browser, id } = support;
    for (const q of [person.email, ` ${person.email.toUpperCase()} `, residentPermitNumber]) {
      const page = await browser.open(`${people}?${new URLSearchParams({ q })}`);
      expect([page.status, page.text.includes(`${people}/${person.id}`)]).toEqual([200, true]);
    }
    const byName = await browser.open(`${people}?q=staff+mem`);
    expect(byName.text).toContain(`${people}/${support.id}`);
    expect(byName.text).toContain(`${people}/${auditor.id}`);
    const nobody = await browser.open(`${people}?q=nobody%40nowhere.example`);
    expect(shownText(nobody)).toContain('No people found');
    const listed = (await actsOf(id)).filter(({ action }) => action === 'people.listed');
    expect(listed).toEqual([
      { action: 'people.listed', subject: { type: 'person', id }, details: {} },
    ]);
  });

  it('show only contact details, and are recorded once an hour', async () => {
    const { browser, id } = support;
    const { id: personId } = (await data('PATCH', `/persons/${applicant.id}`, {
      phoneNumber: '+44 20 7946 0018',
      dateOfBirth: '1990-12-10',
    })) as { id: string };
    const page = await browser.open(`${people}/${personId}`);
    const text = shownText(page);
    expect(text).toContain(applicant.email);
    expect(text).toContain('+44 20 7946 0018');
    // A year alone may stand in an id.
    expect(page.text).not.toMatch(/1990-12|December 1990/);
    await browser.open(`${people}/${personId}`);
    const reads = (await actsOf(id)).filter(({ action }) => action === 'person.read');
    expect(reads).toEqual([
      { action: 'person.read', subject: { type: 'person', id: personId }, details: {} },
    ]);
    expect((await browser.open(`${people}/${crypto.randomUUID()}`)).status).toBe(404);
    // The page shows no case and no document.
    expect((await browser.open('/portal/reviews')).status).toBe(404);
  });

  it('resend an email with current data once an hour, and record it', async () => {
    const { browser, id } = support;
    const { id: applicationId, name } = await aSubmission(world, applicant);
    await world.settle();
    await decideReview(world, (await reviewOf(world, applicationId)).id, { decision: 'approve' });
    const before = (await mailsTo(applicant.email)).filter(({ text }) => text.includes(name));
    const path = `${people}/${applicant.id}`;
    const page = await browser.open(path);
    expect(shownText(page)).toContain(`Application approved: ${name} LLC`);
    const mail = `application_approved:${applicationId}`;
    const answers = await Promise.all([browser.send(path, { mail }), browser.send(path, { mail })]);
    expect(answers.map((answer) => outcomeOf(answer).location).toSorted()).toEqual([
      `${path}?sent=already_sent`,
      `${path}?sent=sent`,
    ]);
    expect(shownText(await browser.open(`${path}?sent=sent`))).toContain('Email sent');
    const after = (await mailsTo(applicant.email)).filter(({ text }) => text.includes(name));
    expect(after).toHaveLength(before.length + 1);
    expect((await actsOf(id)).filter(({ action }) => action === 'mail.resent')).toEqual([
      {
        action: 'mail.resent',
        subject: { type: 'person', id: applicant.id },
        details: { template: 'application_approved', applicationId },
      },
    ]);
  });

  it('refuse to resend emails not listed on the page, and to deactivated people', async () => {
    const { browser } = support;
    const other = await anApplicant(world);
    const { id: applicationId } = await aSubmission(world, other);
    await browser.open(`${people}/${applicant.id}`);
    for (const mail of [
      '',
      'sign_in_code:1',
      `agreement_signed:${applicationId}`,
      `application_approved:${applicationId}`,
    ]) {
      expect((await browser.send(`${people}/${applicant.id}`, { mail })).status).toBe(404);
    }
    await data('POST', `/persons/${other.id}/deactivate`, { reason: 'test' });
    const sent = await browser.send(`${people}/${other.id}`, {
      mail: `agreement_signed:${applicationId}`,
    });
    expect(outcomeOf(sent).location).toBe(`${people}/${other.id}?sent=deactivated`);
  });

  it('link to a lost-mailbox case for support, but not for auditors', async () => {
    const way = `/portal/mailboxes/new?person=${applicant.id}`;
    const shown = async ({ browser }: typeof support) =>
      (await browser.open(`${people}/${applicant.id}`)).text.includes(`href="${way}"`);
    expect([await shown(support), await shown(auditor)]).toEqual([true, false]);
    expect((await support.browser.open(way)).status).toBe(200);
  });

  it('resend nothing if the staff member is removed just before', async () => {
    const gone = await aStaffMember(world, ['support']);
    const { id: applicationId } = await aSubmission(world, applicant);
    const person = { ...Object(await data('GET', `/persons/${gone.id}`)), id: gone.id };
    const staff = await readStaffStatus(person, { table: world.deps.table, reviewers: [] });
    if (staff === null) throw new Error('set-up: they are not of the staff');
    const table = justBefore(world.deps.table, () => data('DELETE', `/staff/${gone.id}`));
    const key = `agreement_signed:${applicationId}`;
    await expect(
      resendMail(applicant.id, key, staff, { ...world.deps, table }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('auditors', () => {
  it('can view people but cannot resend emails', async () => {
    const { browser } = auditor;
    const page = await browser.open(`${people}/${applicant.id}`);
    expect([page.status, page.text.includes('Resend')]).toEqual([200, false]);
  });

  it('can filter the audit trail by subject, actor and action, in pages', async () => {
    const { browser, id } = auditor;
    const at = (query: Readonly<Record<string, string>>) =>
      browser.open(`/portal/reviews/audit?${new URLSearchParams(query)}`);
    const bySubject = await at({ subject: applicant.id, action: 'person.created', actor: '' });
    expect(acts(bySubject)).toEqual(['person.created']);
    // The description comes first. The action name below it links to all entries of its kind.
    expect(shownText(bySubject)).toContain('The account was created person.created operator');
    expect(bySubject.text).toContain(applicant.id);
    const byActor = await at({ actor: support.id });
    expect(acts(byActor)).toContain('mail.resent');
    expect(acts(byActor)).not.toContain('person.created');
    // Names are shown beside ids.
    expect(shownText(byActor)).toContain(`Staff Member ${support.id}`);
    expect(shownText(await at({ action: 'nothing.like_that' }))).toContain('No entries match');
    const first = await at({});
    const [, next = ''] = /href="([^"]*after=[^"]*)">Earlier entries/.exec(first.text) ?? [];
    const second = await browser.open(next.replaceAll('&amp;', '&'));
    expect(second.status).toBe(200);
    expect(acts(second).length).toBeGreaterThan(0);
    const looks = (await actsOf(id)).filter(({ action }) => action === 'audit.listed');
    expect(looks).toHaveLength(1);
    // Each kind is recorded separately in the same hour.
    await browser.open('/portal/reviews');
    await browser.open(`${people}?q=nobody`);
    const listed = new Set((await actsOf(id)).map(({ action }) => action));
    expect(listed).toEqual(new Set([...listed, 'audit.listed', 'review.listed', 'people.listed']));
    expect((await at({ after: 'x' })).status).toBe(400);
  });

  it('can sort the audit trail by time over all pages, between two days', async () => {
    const at = (query: Readonly<Record<string, string>>) =>
      auditor.browser.open(`/portal/reviews/audit?${new URLSearchParams(query)}`);
    const timesIn = ({ text }: PageAnswer) =>
      Array.from(text.matchAll(/<th scope="row"><time datetime="([^"]+)"/g), ([, time]) => time);
    const whole = async (query: Readonly<Record<string, string>>, more: string) => {
      const times: unknown[] = [];
      let shown: PageAnswer | undefined = await at(query);
      while (shown !== undefined) {
        times.push(...timesIn(shown));
        const next = linkIn(shown, more);
        shown = next === undefined ? undefined : await auditor.browser.open(next);
      }
      return times;
    };
    const today = new Date(world.clock.now).toISOString().slice(0, 10);
    // The first view in an hour adds an entry while it reads.
    await at({});
    const queries: readonly Readonly<Record<string, string>>[] = [
      {},
      { actor: support.id },
      { subject: applicant.id },
      { subject: applicant.id, actor: support.id },
      { from: today, until: today },
      { until: '2020-01-01' },
    ];
    for (const query of queries) {
      const newest = await whole(query, 'Earlier entries');
      const oldest = await whole({ ...query, sort: 'time', order: 'asc' }, 'Later entries');
      expect([query, oldest]).toEqual([query, newest.toReversed()]);
    }
    const turned = await at({ action: 'person.created', sort: 'time' });
    expect(sortsIn(turned)).toEqual([
      ['ascending', '/portal/reviews/audit?action=person.created&sort=time&order=desc', 'Time'],
    ]);
    expect((await at({ sort: 'action' })).status).toBe(400);
  });

  it('can filter the audit trail by date and download it as a file', async () => {
    const { browser } = auditor;
    const at = (query: Readonly<Record<string, string>>) =>
      browser.open(`/portal/reviews/audit?${new URLSearchParams(query)}`);
    const one = { subject: applicant.id, action: 'person.created' };
    const [, created = ''] = /datetime="([^"]+)"/.exec((await at(one)).text) ?? [];
    const day = (days: number) =>
      new Date(Date.parse(created) + days * 86_400_000).toISOString().slice(0, 10);
    const found = async (days: object) => acts(await at({ ...one, ...days })).length;
    expect(await found({ from: day(0), until: day(0) })).toBe(1);
    expect(await found({ from: day(-1), until: '' })).toBe(1);
    expect(await found({ from: day(1) })).toBe(0);
    expect(await found({ until: day(-1) })).toBe(0);
    expect((await at({ from: 'yesterday' })).status).toBe(400);
    const file = await at({ ...one, format: 'csv' });
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="audit-trail.csv"');
    const [head, line, end, ...more] = file.text.split('\r\n');
    expect([head?.split(',').length, end, more]).toEqual([10, '', []]);
    expect(line).toContain(`"${created}","person.created","success","operator"`);
    expect(line).toContain(`"person","${applicant.id}"`);
    const { code } = Object(await data('POST', '/vouchers', { kind: 'full' }));
    const vouchers = await at({ action: 'voucher.created', format: 'csv' });
    expect(vouchers.text).toContain(`…${code.slice(-4)}`);
    expect(vouchers.text).not.toContain(code);
  });

  it('see only the last characters of a voucher code', async () => {
    const { code } = Object(await data('POST', '/vouchers', { kind: 'full' }));
    const page = await auditor.browser.open('/portal/reviews/audit?action=voucher.created');
    expect(page.text).toContain(`…${code.slice(-4)}`);
    expect(page.text).not.toContain(code);
  });

  it('have links to reviews, people and audit trail; support has only the link to people', async () => {
    const links = async ({ browser }: typeof auditor) => {
      const { text } = await browser.open('/portal');
      return ['/portal/reviews"', `${people}"`, '/portal/reviews/audit"'].map((path) =>
        text.includes(`href="${path}`),
      );
    };
    expect(await links(auditor)).toEqual([true, true, true]);
    expect(await links(support)).toEqual([false, true, false]);
  });
});

it.each(locales)('every audit action has a description in %s', (locale) => {
  const actions = namesOfActs();
  expect(actions.length).toBeGreaterThan(180);
  expect(actions.filter((action) => actLabel(action, { locale }) === action)).toEqual([]);
});

/** Returns every action name in the code, complete or composed from its parts. */
function namesOfActs(): readonly string[] {
  const written = globSync(['shared/**/*.ts', 'functions/**/*.ts']).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /\b(action:|record(ed)?\(|auditOfEndpoint\(|noteList\()/.test(line))
      .flatMap((line) => [...line.matchAll(/'([a-z_]+\.[a-z_]+)'/g)])
      .map(([, action = '']) => action),
  );
  const of = (type: string, steps: readonly string[]) => steps.map((step) => `${type}.${step}`);
  const steps = [
    'checkout_opened',
    'paid',
    'information_answered',
    'stuck',
    'approved',
    'rejected',
  ];
  return [
    ...written,
    ...products.flatMap((product) => of(product, [...steps, 'erased', 'proofs_erased'])),
    ...Object.keys(recordSchemas).map((kind) => `${kind}.imported`),
    ...of('mail_address', ['bounced', 'complained']),
    ...of('mailbox_case', [
      ...['address_confirmed', 'evidence_added', 'approved', 'confirmed', 'carried_out'],
      ...['approvals_voided', 'refused', 'withdrawn', 'stopped', 'read', 'evidence_read'],
    ]),
    ...of('oauth_client', ['approved', 'rejected', 'suspended', 'reinstated', 'logo_removed']),
    ...of('operator_approval', [
      'requested',
      ...approvalStatuses.filter((each) => each !== 'pending'),
    ]),
    ...of('payment', ['duplicate', 'refused', 'unmatched', 'missing', 'amount', 'returned']),
    'payment.charged_back',
    ...of('upload', ['refused', 'unscannable']),
    ...of('webhook_endpoint', ['secret_rotated', 'changed', 'deleted', 'disabled']),
  ];
}

/** Returns the actions on a page of the audit trail. */
function acts({ text }: { readonly text: string }): readonly string[] {
  return [...text.matchAll(/<a class="fine" href="[^"]*audit\?action=([^"]+)">/g)].map(
    ([, action = '']) => action,
  );
}

describe('the home page of staff', () => {
  it.each([
    ['reviewer', 5],
    ['auditor', 4],
  ] as const)('leads a %s to the parts of the queue that they may open', async (role, count) => {
    const { browser } = await aStaffMember(world, [role]);
    const { text } = await browser.open('/portal');
    const links = [...text.matchAll(/<a [^>]*href="(\/portal\/reviews[^"]*)"/g)].map(
      ([, link = '']) => link.replaceAll('&amp;', '&'),
    );
    // The navigation has the queue too.
    const unique = [...new Set(links)].filter((link) => !link.endsWith('/people'));
    expect(unique.length).toBeGreaterThanOrEqual(count);
    for (const link of unique)
      expect([link, (await browser.open(link)).status]).toEqual([link, 200]);
  });

  it('has the last counts of the types that a reviewer sees, which lead to the queue', async () => {
    await aSubmission(world, applicant);
    await world.settle();
    await measureReviews(world.deps);
    const { counts = {} } = (await findReviewCounts(world.table)) ?? {};
    const waiting = counts[queueList('waiting', { subjectType: 'legal_entity_application' })] ?? 0;
    expect(waiting).toBeGreaterThan(0);
    const { browser } = await aStaffMember(world, ['reviewer'], ['legal_entity_application']);
    const page = await browser.open('/portal');
    const { text } = page;
    expect(shownText(page)).toContain(
      `${waiting} ${waiting === 1 ? 'case is' : 'cases are'} waiting for a decision.`,
    );
    expect(text).toContain(`href="/portal/reviews?type=legal_entity_application">${waiting}</a>`);
    expect(text).not.toContain('type=amendment');
  });
});
