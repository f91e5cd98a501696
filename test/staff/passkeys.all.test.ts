import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem, getItems } from '../../shared/kernel/db/table.ts';
import { decideReview } from '../../shared/service/usecases/decide-review.ts';
import { requestInformation } from '../../shared/service/usecases/request-information.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { listPasskeys, referenceOf } from '../../shared/sign-in/db/passkeys.ts';
import { listSessions } from '../../shared/sign-in/db/sessions.ts';
import { staffStatusKeys, staffStatusOf } from '../../shared/staff/usecases/staff-status.ts';
import { operatorOf } from '../support/admin.ts';
import { anAuthenticator } from '../support/authenticator.ts';
import { justBefore } from '../support/just-before.ts';
import { addPasskey, askedOf, ceremonyOn, usePasskey } from '../support/passkeys.ts';
import { outcomeOf, shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aReviewer, reviewerEmail } from '../support/reviewers.ts';
import { aStaffMember } from '../support/staff.ts';
import {
  aDecider,
  confirm,
  confirmPathOf,
  passkeyCodeOf,
  sendStaffPasskey,
} from '../support/staff-passkeys.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const applicant = await anApplicant(world);
const operator = operatorOf(world);
beforeAll(() => void Object.assign(world.deps, { staffPasskeys: 'required' }));
beforeEach(() => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
});

const minutes = 60_000;
const approve = { decision: 'approve' } as const;

/** Creates a pending case. */
async function aCase() {
  const { id: subjectId } = await aSubmission(world, applicant);
  await world.settle();
  const { id } = await reviewOf(world, subjectId);
  const status = async () => (await reviewOf(world, subjectId))['status'];
  return { id, path: `/portal/reviews/${id}`, status };
}

const trailOf = async (personId: string) => {
  const { body } = await world.admin('GET', `/audit?subjectId=${personId}`);
  // Operators get the entries in `data`.
  const { data } = body as {
    data: { action: string; actor: { kind: string }; details: Record<string, unknown> }[];
  };
  return data.map(({ action, actor, details }) => ({ action, by: actor.kind, details }));
};

const subjectsTo = async (email: string) => {
  await world.settle();
  return world.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
};

/** Signs in with the passkey in a new browser, and opens the case. */
async function byPasskey(
  authenticator: Parameters<typeof usePasskey>[2],
  path: string,
): Promise<Visitor> {
  const browser = visitor(world.baseUrl);
  const { status } = await usePasskey(world, browser, authenticator);
  if (status !== 303) throw new Error(`set-up: the passkey answered ${status}`);
  await browser.open(path);
  return browser;
}

describe('a decision if staff need passkeys', () => {
  it.each([
    ['an approval', { ...approve, reason: '', note: '' }],
    ['a rejection', { decision: 'reject', reason: 'The address is "incomplete" <b>' }],
    ['a question', { act: 'ask', question: 'Where is the lease?' }],
  ])('is accepted only after the passkey, with the entered text: %s', async (_, fields) => {
    const { browser, authenticator, id } = await aDecider(world);
    const { path, status, id: reviewId } = await aCase();
    world.clock.now += 16 * minutes;
    const former = browser.cookies.get('registry_session');
    await browser.open(path);
    const sent = await browser.send(path, fields);
    const confirmPath = confirmPathOf(sent);
    expect(confirmPath).toBe(`/portal/passkeys/confirm?next=${encodeURIComponent(path)}`);
    expect(await status()).toBe('pending');
    const {
      shown,
      sent: again,
      answer,
    } = await confirm(world, browser, confirmPath, fields, authenticator);
    expect(shown.status).toBe(200);
    expect(shownText(shown)).toContain('Confirm with your passkey');
    expect(outcomeOf(answer)).toEqual({ status: 307, location: path });
    expect(browser.cookies.get('registry_session')).not.toBe(former);
    expect((await browser.send(path, again)).status).toBe(303);
    const { body } = await world.admin('GET', `/reviews/${reviewId}`);
    const text = JSON.stringify(body);
    const { reason = '', question = '' }: Readonly<Record<string, string>> = fields;
    for (const typed of [reason, question]) {
      if (typed) expect(text).toContain(JSON.stringify(typed).slice(1, -1));
    }
    const [passkey] = await listPasskeys(world.table, id);
    expect(await trailOf(id)).toContainEqual({
      action: 'person.signed_in',
      by: 'person',
      details: { passkeyId: passkey?.id, confirmed: true },
    });
    // The previous session has ended, in case its cookie was copied.
    const copy = visitor(world.baseUrl);
    copy.cookies.set('registry_session', former ?? '');
    expect((await copy.open(path)).status).toBe(303);
  });

  it('is confirmed on a page that keeps the entered fields', async () => {
    const { browser } = await aDecider(world);
    const { path } = await aCase();
    await browser.open(path);
    const fields = { decision: 'reject', reason: '"><script>alert(1)</script>' };
    const shown = await browser.send(confirmPathOf(await browser.send(path, fields)), fields);
    expect(shown.text).toContain('name="reason" value="&quot;&gt;&lt;script&gt;');
    expect(shown.text).toContain('To reject this case, confirm your identity');
    // The way back keeps the fields.
    const back = `<form method="post" action="${path}?restored=nothing" novalidate>`;
    const form = shown.text.split(back)[1]?.split('</form>')[0];
    expect(form).toContain('name="reason" value="&quot;&gt;&lt;script&gt;');
    const again = await browser.send(`${path}?restored=nothing`, fields);
    expect(again.text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</textarea>');
  });

  it.each([
    [899, 303],
    [901, 307],
  ])('made %i seconds after the passkey gets status %i', async (seconds, expected) => {
    const { authenticator } = await aDecider(world);
    const { path, status } = await aCase();
    world.clock.now += minutes;
    const browser = await byPasskey(authenticator, path);
    world.clock.now += seconds * 1_000;
    await browser.open(path);
    expect((await browser.send(path, approve)).status).toBe(expected);
    expect((await status()) === 'pending').toBe(expected === 307);
  });

  it('is refused in a session from an emailed code, which is enough for a claim or a note', async () => {
    const { email } = await aDecider(world);
    const { path, status } = await aCase();
    world.clock.now += minutes;
    const browser = await signedIn(world, email);
    await browser.open(path);
    expect((await browser.send(path, { act: 'claim' })).status).toBe(303);
    await browser.open(path);
    expect((await browser.send(path, { act: 'note', note: 'Looked' })).status).toBe(303);
    await browser.open(path);
    expect((await browser.send(path, approve)).status).toBe(307);
    expect(await status()).toBe('pending');
  });

  it('asks for the passkey only if the role permits it and the form is valid', async () => {
    const { browser } = await aStaffMember(world, ['auditor']);
    const reviewer = await aStaffMember(world, ['reviewer']);
    const { path } = await aCase();
    await browser.open(path);
    expect((await browser.send(path, approve)).status).toBe(403);
    await reviewer.browser.open(path);
    const wrong = await reviewer.browser.send(path, { decision: 'reject', reason: '' });
    expect(wrong.status).toBe(400);
  });

  it('is not confirmed by someone else’s passkey or by a response to another challenge', async () => {
    const { browser } = await aDecider(world);
    const other = await aDecider(world);
    const { path, status } = await aCase();
    await browser.open(path);
    const place = confirmPathOf(await browser.send(path, approve));
    const foreign = await confirm(world, browser, place, approve, other.authenticator);
    expect(foreign.answer.status).toBe(400);
    expect(shownText(foreign.answer)).toContain('This is not one of your passkeys');
    // The challenge of the sign-in page is valid only for its browser and ceremony.
    const asked = ceremonyOn(await browser.open('/portal/sign-in'));
    const response = other.authenticator.use(askedOf(world, asked));
    await browser.open(path);
    const moved = await browser.send(place, { ...approve, handle: asked.handle, response });
    expect(moved.status).toBe(400);
    expect((await browser.send(path, approve)).status).toBe(307);
    expect(await status()).toBe('pending');
  });

  it('accepts a response to its challenge once, within five minutes', async () => {
    const { browser, authenticator } = await aDecider(world);
    const { path } = await aCase();
    world.clock.now += minutes;
    await browser.open(path);
    const place = confirmPathOf(await browser.send(path, approve));
    const { sent, answer } = await confirm(world, browser, place, approve, authenticator);
    expect(answer.status).toBe(307);
    const replayed = await browser.send(place, sent);
    expect(replayed.status).toBe(400);
    expect(shownText(replayed)).toContain('was already submitted');
    world.clock.now += 16 * minutes;
    const asked = ceremonyOn(await browser.send(place, { ...approve, handle: '', response: '' }));
    const response = authenticator.use(askedOf(world, asked));
    world.clock.now += 5 * minutes;
    const late = await browser.send(place, { ...approve, handle: asked.handle, response });
    expect(shownText(late)).toContain('more than five minutes');
  });

  it('succeeds in a second tab with the form that was open there', async () => {
    const { browser, authenticator } = await aDecider(world);
    const [first, second] = [await aCase(), await aCase()];
    world.clock.now += minutes;
    await browser.open(second.path);
    const csrf = browser.token();
    await browser.open(first.path);
    const place = confirmPathOf(await browser.send(first.path, approve));
    const { answer } = await confirm(world, browser, place, approve, authenticator);
    expect(answer.status).toBe(307);
    // The decision needs no further confirmation.
    expect((await browser.send(second.path, approve, { csrf })).status).toBe(303);
    expect(await second.status()).not.toBe('pending');
    expect(await first.status()).toBe('pending');
  });

  it('is refused after the owner removes the passkey', async () => {
    const { id, browser, authenticator } = await aDecider(world);
    const { path, status } = await aCase();
    world.clock.now += minutes;
    await browser.open(path);
    const place = confirmPathOf(await browser.send(path, approve));
    expect((await confirm(world, browser, place, approve, authenticator)).answer.status).toBe(307);
    const [passkey] = await listPasskeys(world.table, id);
    // The session that removes the passkey continues.
    await browser.open(`/portal/passkeys/${passkey?.id}/remove`);
    expect((await browser.send(`/portal/passkeys/${passkey?.id}/remove`, {})).status).toBe(303);
    await browser.open(path);
    const refused = await browser.send(path, approve);
    expect(refused.status).toBe(307);
    expect(await status()).toBe('pending');
    const page = await browser.send(confirmPathOf(refused), approve);
    expect(shownText(page)).toContain('You need a passkey that is approved for decisions');
  });

  it.each([
    [
      'removed',
      async (personId: string, passkeyId: string) =>
        world.admin('DELETE', `/persons/${personId}/passkeys/${passkeyId}`),
    ],
    [
      'suspended',
      async (personId: string) => {
        const [passkey] = await listPasskeys(world.table, personId);
        const { pk, sk } = keys.passkey(personId, referenceOf(String(passkey?.credentialId)));
        await world.table.client.call('UpdateItem', {
          TableName: world.table.name,
          Key: { pk, sk },
          UpdateExpression: 'SET suspendedAt = :now',
          ExpressionAttributeValues: { ':now': new Date(world.clock.now).toISOString() },
        });
      },
    ],
  ] as const)('is refused when the passkey is %s right before it is written', async (_, act) => {
    const { id, authenticator } = await aDecider(world);
    const { id: reviewId, path, status } = await aCase();
    world.clock.now += minutes;
    await byPasskey(authenticator, path);
    const [listed] = await listSessions(world.table, id);
    const [passkey] = await listPasskeys(world.table, id);
    if (listed === undefined || passkey === undefined) throw new Error('set-up: no session');
    const person = Object(await operator.data('GET', `/persons/${id}`));
    const staff = staffStatusOf(
      { id, email: person.email, emailVerified: true },
      await getItems(world.table, staffStatusKeys(id)),
      [],
      { staffPasskeys: 'required', session: listed.session, now: new Date(world.clock.now) },
    );
    const deps = {
      ...world.deps,
      table: justBefore(world.deps.table, () => act(id, passkey.id)),
    };
    const verdict = { decision: 'approve', reason: null } as const;
    const refusal = { extras: { code: 'staff.passkey_required' } };
    if (staff === null) throw new Error('set-up: they are not of the staff');
    await expect(
      decideReview(reviewId, verdict, personActor(id), deps, staff),
    ).rejects.toMatchObject(refusal);
    await expect(
      requestInformation(reviewId, 'Where?', personActor(id), world.deps, staff),
    ).rejects.toMatchObject(refusal);
    expect(await status()).toBe('pending');
  });

  it('is not confirmed by a passkey that was added without a code', async () => {
    const { id, email } = await operator.aPerson();
    const browser = await signedIn(world, email);
    const authenticator = await addPasskey(world, browser);
    await operator.data('POST', '/staff', { personId: id, roles: ['reviewer'] });
    const { path, status } = await aCase();
    world.clock.now += minutes;
    const other = await byPasskey(authenticator, path);
    const refused = await other.send(path, approve);
    const place = confirmPathOf(refused);
    expect(shownText(await other.send(place, approve))).toContain(
      'You need a passkey that is approved for decisions',
    );
    // An older passkey without a code is not valid either, even if they have one that is.
    await browser.open('/portal');
    const code = await passkeyCodeOf(world, id);
    expect((await sendStaffPasskey(world, browser, code)).added?.status).toBe(303);
    const { answer } = await confirm(world, other, place, approve, authenticator);
    expect(shownText(answer)).toContain('was added without an operator’s code');
    expect(await status()).toBe('pending');
  });

  it('is not confirmed by a passkey from before a deactivation', async () => {
    const { path, status } = await aCase();
    const { id, email, authenticator } = await aDecider(world);
    await operator.data('POST', `/persons/${id}/deactivate`);
    await operator.data('POST', `/persons/${id}/reactivate`);
    expect((await listPasskeys(world.table, id))[0]?.trustedBy).toBeUndefined();
    world.clock.now += minutes;
    const mine = await byPasskey(authenticator, path);
    const place = confirmPathOf(await mine.send(path, approve));
    expect(shownText(await mine.send(place, approve))).toContain(
      'You need a passkey that is approved for decisions',
    );
    expect(await status()).toBe('pending');
    const browser = await signedIn(world, email);
    const code = await passkeyCodeOf(world, id);
    expect((await sendStaffPasskey(world, browser, code)).added?.status).toBe(303);
    expect((await listPasskeys(world.table, id)).map(({ trustedBy }) => trustedBy)).toEqual([
      undefined,
      'code',
    ]);
  });

  it('needs no passkey if the setting makes it optional, or from an operator', async () => {
    const { browser } = await aStaffMember(world, ['reviewer']);
    const [first, second] = [await aCase(), await aCase()];
    Object.assign(world.deps, { staffPasskeys: 'optional' });
    try {
      await browser.open(first.path);
      expect((await browser.send(first.path, approve)).status).toBe(303);
    } finally {
      Object.assign(world.deps, { staffPasskeys: 'required' });
    }
    await operator.data('POST', `/reviews/${second.id}/decision`, { decision: 'approve' });
    expect(await second.status()).not.toBe('pending');
  });
});

describe('opening a case of a lost mailbox', () => {
  it('requires the passkey as well', async () => {
    const { browser } = await aStaffMember(world, ['support']);
    const form = `/portal/mailboxes/new?person=${applicant.id}`;
    await browser.open('/portal');
    const email = 'elsewhere@lost.example';
    const sent = await browser.send(form, { email, repeatedEmail: email });
    const next = confirmPathOf(sent);
    expect(next).toBe(`/portal/passkeys/confirm?next=${encodeURIComponent(form)}`);
    expect((await browser.send(next, { email, repeatedEmail: email })).status).toBe(200);
    const kept = await browser.send(`${form}&restored=nothing`, { email, repeatedEmail: email });
    expect(kept.text).toContain(`value="${email}"`);
    const { body } = await world.admin('GET', '/mailbox_cases');
    expect(JSON.stringify(body)).not.toContain(email);
  });
});

describe('the passkey confirmation page', () => {
  it('is visible only to staff, and redirects only to cases', async () => {
    const { email } = await operator.aPerson();
    const resident = await signedIn(world, email);
    const { path } = await aCase();
    const place = `/portal/passkeys/confirm?next=${encodeURIComponent(path)}`;
    expect((await resident.send(place, approve)).status).toBe(404);
    const { browser } = await aDecider(world);
    expect(outcomeOf(await browser.open(place))).toEqual({ status: 303, location: path });
    await browser.open(path);
    for (const next of ['//evil.example', '/portal/developer', '/portal/reviews/..%2F']) {
      const elsewhere = `/portal/passkeys/confirm?${new URLSearchParams({ next })}`;
      expect((await browser.send(elsewhere, approve)).status).toBe(400);
    }
    expect((await browser.send(place, approve, { csrf: 'x'.repeat(22) })).status).toBe(403);
  });
});

describe('the code for a first passkey', () => {
  const path = '/portal/passkeys/new';

  it('is required first, works once, and creates a passkey that is valid for decisions', async () => {
    const { id, email, browser } = await aStaffMember(world, ['reviewer']);
    expect(shownText(await browser.open(path))).toContain('Enter the operator’s code');
    // Without the code there is no challenge to answer.
    const { handle } = ceremonyOn(await (await signedIn(world, applicant.email)).open(path));
    const forced = await browser.send(path, { name: '', handle, response: '{}' });
    expect(forced.status).toBe(400);
    const code = await passkeyCodeOf(world, id);
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/);
    const { added } = await sendStaffPasskey(world, browser, ` ${code.toLowerCase()} `);
    expect(outcomeOf(added as NonNullable<typeof added>)).toEqual({
      status: 303,
      location: '/portal/passkeys',
    });
    expect(await listPasskeys(world.table, id)).toMatchObject([{ trustedBy: 'code' }]);
    expect(shownText(await browser.open('/portal/passkeys'))).toContain('Can approve cases Yes');
    const again = await sendStaffPasskey(world, browser, code);
    expect(again.entered.status).toBe(400);
    expect(shownText(again.entered)).toContain('was already used');
    expect(await subjectsTo(email)).toContain('A code for adding a passkey was created');
    const trail = await trailOf(id);
    expect(trail).toContainEqual({
      action: 'staff.passkey_code_created',
      by: 'operator',
      details: { expiresAt: new Date(world.clock.now + 86_400_000).toISOString() },
    });
    expect(JSON.stringify(trail)).not.toContain(code);
  });

  it('is stored only as a digest, and deleted with the staff member', async () => {
    const { id, browser } = await aStaffMember(world, ['reviewer']);
    const code = await passkeyCodeOf(world, id);
    const item = await getItem(world.table, keys.passkeyCode(id));
    expect(item).toMatchObject({
      digest: expect.stringMatching(/^[\da-f]{64}$/),
      attemptsLeft: 10,
    });
    expect(JSON.stringify(item)).not.toContain(code.replaceAll('-', ''));
    await browser.open(path);
    const asked = ceremonyOn(await browser.send(path, { code }));
    const response = anAuthenticator().create(askedOf(world, asked));
    await operator.data('DELETE', `/staff/${id}`);
    expect(await getItem(world.table, keys.passkeyCode(id))).toBeUndefined();
    // They are now a resident, so the passkey begun as staff is not valid for decisions.
    const added = await browser.send(path, { name: '', handle: asked.handle, response });
    expect(added.status).toBe(303);
    expect((await listPasskeys(world.table, id))[0]?.trustedBy).toBeUndefined();
  });

  it('is refused if it is wrong, someone else’s, a day old or replaced', async () => {
    const { id, browser } = await aStaffMember(world, ['reviewer']);
    const other = await aStaffMember(world, ['reviewer']);
    const [first, theirs] = [await passkeyCodeOf(world, id), await passkeyCodeOf(world, other.id)];
    const second = await passkeyCodeOf(world, id);
    for (const code of ['', 'AAAA-AAAA-AAAA', first, theirs]) {
      expect((await sendStaffPasskey(world, browser, code)).entered.status).toBe(400);
    }
    world.clock.now += 86_400_000;
    const late = await signedIn(world, await operatorEmail(id));
    expect((await sendStaffPasskey(world, late, second)).entered.status).toBe(400);
    expect(await listPasskeys(world.table, id)).toEqual([]);
  });

  it('can be entered at most ten times, even simultaneously', async () => {
    const { id, browser } = await aStaffMember(world, ['reviewer']);
    const code = await passkeyCodeOf(world, id);
    await browser.open(path);
    const tries = Array.from({ length: 12 }, () => browser.send(path, { code: 'AAAA-AAAA-AAAA' }));
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(12).fill(400));
    expect(await getItem(world.table, keys.passkeyCode(id))).toMatchObject({ attemptsLeft: 0 });
    expect((await sendStaffPasskey(world, browser, code)).entered.status).toBe(400);
    const wrong = (await trailOf(id)).filter(({ action }) => action.endsWith('code_entered'));
    expect(wrong).toHaveLength(10);
    expect(wrong).toContainEqual({
      action: 'staff.passkey_code_entered',
      by: 'person',
      details: { attemptsLeft: 0 },
    });
    const another = await passkeyCodeOf(world, id);
    expect((await sendStaffPasskey(world, browser, another)).added?.status).toBe(303);
  });

  it('creates only one passkey if two are added with it at the same time', async () => {
    const { id, browser } = await aStaffMember(world, ['reviewer']);
    const code = await passkeyCodeOf(world, id);
    await browser.open(path);
    const asked = [
      ceremonyOn(await browser.send(path, { code })),
      ceremonyOn(await browser.send(path, { code, handle: [], response: [] })),
    ];
    const answers = await Promise.all(
      asked.map((one) =>
        browser.send(path, {
          name: '',
          handle: one.handle,
          response: anAuthenticator().create(askedOf(world, one)),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400]);
    expect(await listPasskeys(world.table, id)).toHaveLength(1);
  });

  it('is not needed after a sign-in with a passkey that is valid for decisions', async () => {
    const { id, browser, authenticator } = await aDecider(world);
    // It is needed after an email sign-in, even just after the first passkey was added.
    expect(shownText(await browser.open(path))).toContain('Enter the operator’s code');
    world.clock.now += minutes;
    const mine = await byPasskey(authenticator, path);
    const asked = ceremonyOn(await mine.open(path));
    const second = anAuthenticator();
    const response = second.create(askedOf(world, asked));
    const added = await mine.send(path, { name: 'safe', handle: asked.handle, response });
    expect(added.status).toBe(303);
    expect(await listPasskeys(world.table, id)).toMatchObject([
      { trustedBy: 'code' },
      { trustedBy: 'passkey', name: 'safe' },
    ]);
    // A passkey removed in the meantime is not enough.
    const third = ceremonyOn(await mine.open(path));
    const [first] = await listPasskeys(world.table, id);
    const removing = await byPasskey(second, '/portal');
    await removing.open(`/portal/passkeys/${first?.id}/remove`);
    await removing.send(`/portal/passkeys/${first?.id}/remove`, {});
    const late = await mine.send(path, {
      name: '',
      handle: third.handle,
      response: anAuthenticator().create(askedOf(world, third)),
    });
    // The session started with that passkey, so it ended with it.
    expect(late.status).toBe(303);
    expect(late.headers.get('location')).toContain('/portal/sign-in');
    expect(await listPasskeys(world.table, id)).toHaveLength(1);
  });

  it('is available to reviewers by setting as well, but only to staff', async () => {
    const { id, browser } = await aReviewer(world);
    const code = await passkeyCodeOf(world, id);
    expect((await sendStaffPasskey(world, browser, code)).added?.status).toBe(303);
    expect(await subjectsTo(reviewerEmail)).toContain('A passkey was added to your account');
    const { id: nobody } = await operator.aPerson();
    expect(await operator.refused('POST', `/staff/${nobody}/passkey_code`)).toMatchObject({
      status: 404,
    });
  });

  it('is required despite the optional setting once an operator has created one', async () => {
    const { id, browser } = await aStaffMember(world, ['reviewer']);
    Object.assign(world.deps, { staffPasskeys: 'optional' });
    try {
      await addPasskey(world, browser);
      world.clock.now += 1_000;
      const code = await passkeyCodeOf(world, id);
      expect(shownText(await browser.open(path))).toContain('Enter the operator’s code');
      expect((await sendStaffPasskey(world, browser, code)).added?.status).toBe(303);
    } finally {
      Object.assign(world.deps, { staffPasskeys: 'required' });
    }
    const passkeys = await listPasskeys(world.table, id);
    expect(passkeys.map(({ trustedBy }) => trustedBy)).toEqual([undefined, 'code']);
  });
});

describe('operators and passkeys', () => {
  it('see and remove anyone’s passkeys; the owner is notified and its sessions end', async () => {
    const { id, email } = await operator.aPerson();
    const mine = await signedIn(world, email);
    const authenticator = await addPasskey(world, mine, { name: 'in the safe' });
    world.clock.now += minutes;
    const other = await byPasskey(authenticator, '/portal');
    const [listed, ...more] = Object(await operator.data('GET', `/persons/${id}/passkeys`));
    expect(more).toEqual([]);
    expect(listed).toEqual({
      id: expect.any(String),
      synced: false,
      validForDecisions: false,
      createdAt: expect.any(String),
      lastUsedAt: new Date(world.clock.now).toISOString(),
      suspendedAt: null,
    });
    const removal = `/persons/${id}/passkeys/${listed.id}`;
    const answers = await Promise.all([
      operator.answer('DELETE', removal),
      operator.answer('DELETE', removal),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await other.open('/portal')).status).toBe(303);
    expect((await mine.open('/portal')).status).toBe(200);
    expect((await usePasskey(world, visitor(world.baseUrl), authenticator)).status).toBe(400);
    const mails = await subjectsTo(email);
    expect(mails.filter((subject) => /was removed/.test(subject))).toHaveLength(1);
    expect((await trailOf(id)).filter(({ action }) => /removed/.test(action))).toEqual([
      { action: 'person.passkey_removed', by: 'operator', details: { passkeyId: listed.id } },
    ]);
  });

  it('can give a new code to someone who lost their passkey', async () => {
    const { id, browser } = await aDecider(world);
    const [lost] = await listPasskeys(world.table, id);
    await operator.data('DELETE', `/persons/${id}/passkeys/${lost?.id}`);
    const code = await passkeyCodeOf(world, id);
    const authenticator = anAuthenticator();
    expect((await sendStaffPasskey(world, browser, code, authenticator)).added?.status).toBe(303);
    const { path } = await aCase();
    world.clock.now += minutes;
    const decider = await byPasskey(authenticator, path);
    expect((await decider.send(path, approve)).status).toBe(303);
  });
});

async function operatorEmail(id: string): Promise<string> {
  return String(Object(await operator.data('GET', `/persons/${id}`)).email);
}
