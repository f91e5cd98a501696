import { expect, it } from 'vitest';
import { transact } from '../../shared/kernel/db/transact.ts';
import { emailProvenWrite, findPerson } from '../../shared/people/db/people.ts';
import { operatorOf } from '../support/admin.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../support/certificates.ts';
import { outcomeOf, shownText } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { aReviewer } from '../support/reviewers.ts';
import { aStaffMember } from '../support/staff.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const { data } = operatorOf(world);
const rosa = await aReviewer(world);

async function aWaiting(applicant: Awaited<ReturnType<typeof anApplicant>>, name: string) {
  world.clock.now += 1000;
  const { id: subjectId } = await aSubmission(world, applicant, { name });
  await world.settle();
  return (await reviewOf(world, subjectId)).id;
}

it('the case page shows the history with actors, and other cases of the same person only', async () => {
  const applicant = await anApplicant(world);
  const id = await aWaiting(applicant, 'Harbor Lights');
  const other = await aWaiting(applicant, 'Harbor Bells');
  const stranger = await aWaiting(await anApplicant(world), 'Strange Works');
  world.clock.now += 1000;
  await rosa.browser.open(`/portal/reviews/${id}`);
  await rosa.browser.send(`/portal/reviews/${id}`, { act: 'claim' });
  world.clock.now += 1000;
  await data('POST', `/reviews/${other}/decision`, { decision: 'reject', reason: 'No' });
  const page = await rosa.browser.open(`/portal/reviews/${id}`);
  expect(page.text).toContain(`href="/portal/reviews/${other}">Harbor Bells`);
  expect(page.text).not.toContain(stranger);
  expect(shownText(page)).toContain('Other cases of the same person or legal entity');
  expect(shownText(page)).toContain('Rejected, ');
  const history = shownText(page).split('History')[1] ?? '';
  expect(history).toContain('Started Test Resident');
  // The API returns the reason as well, so the page tells reviewers who can read it.
  expect(shownText(page)).toContain('for the software of the applicant and the partner');
  expect(history).toMatch(/Paid Test Resident .*Assigned Rosa Reviewer/s);
  for (const note of ['One.', 'Two.']) {
    await rosa.browser.send(`/portal/reviews/${id}`, { act: 'note', note });
  }
  const noted = shownText(await rosa.browser.open(`/portal/reviews/${id}`)).split('History')[1];
  expect(noted).toMatch(/Assigned Rosa Reviewer .* Note added, 2 times Rosa Reviewer/);
  const decided = await rosa.browser.open(`/portal/reviews/${other}`);
  expect(shownText(decided)).toMatch(/Rejected by reviewer An operator/);
  expect(decided.text).toContain(`href="/portal/reviews/${id}">Harbor Lights`);
  const alone = await rosa.browser.open(`/portal/reviews/${stranger}`);
  expect(shownText(alone)).not.toContain('Other cases');
});

it('a rejection has a reason type of its case type, visible to reviewers; an approval has none', async () => {
  const applicant = await anApplicant(world);
  const id = await aWaiting(applicant, 'Quiet Quarry');
  const reject = { decision: 'reject', reason: 'Read the rules.' };
  const wrong = await world.admin('POST', `/reviews/${id}/decision`, {
    ...reject,
    reasonCode: 'taxes_not_settled',
  });
  expect(wrong).toMatchObject({ status: 400, body: { details: [{ path: ['reasonCode'] }] } });
  await rosa.browser.open(`/portal/reviews/${id}`);
  const sent = await rosa.browser.send(`/portal/reviews/${id}`, {
    ...reject,
    reasonCode: 'name_not_allowed',
  });
  expect(sent.status).toBe(303);
  expect(await data('GET', `/reviews/${id}`)).toMatchObject({ reasonCode: 'name_not_allowed' });
  const shown = shownText(await rosa.browser.open(`/portal/reviews/${id}`));
  expect(shown).toContain('Type of reason: The name is not allowed.');
  await world.settle();
  expect(JSON.stringify(world.mails)).not.toContain('not allowed');
  const other = await aWaiting(applicant, 'Quiet Mill');
  const approved = { decision: 'approve', reasonCode: 'other' };
  expect(await data('POST', `/reviews/${other}/decision`, approved)).toMatchObject({
    status: 'approved',
    reasonCode: null,
  });
});

it('the case page keeps entered text that an action does not use, and a decision stores the note', async () => {
  const id = await aWaiting(await anApplicant(world), 'Kept Texts');
  const path = `/portal/reviews/${id}`;
  const reason = 'The office is a mailbox.';
  const typed = { reason, note: 'Call them.', question: 'Which floor is it?' };
  const shownAgain = async (act: 'note' | 'ask' | 'claim') => {
    const sent = await rosa.browser.send(path, { ...typed, act });
    expect(outcomeOf(sent)).toEqual({ status: 307, location: `${path}?restored=${act}` });
    // The browser sends the same form again; a reload does so as well.
    for (let times = 0; times < 2; times += 1) {
      const page = await rosa.browser.send(`${path}?restored=${act}`, { ...typed, act });
      expect(page.status).toBe(200);
      for (const [name, text] of Object.entries(typed)) {
        const field = RegExp(`name="${name}"[^>]*>\\n([^<]*)</textarea>`).exec(page.text)?.[1];
        const isDone = name === act || (act === 'ask' && name === 'question');
        expect([name, field ?? '']).toEqual([name, isDone ? '' : text]);
      }
    }
  };
  const read = () => data('GET', `/reviews/${id}`);
  await rosa.browser.open(path);
  await shownAgain('claim');
  await shownAgain('note');
  expect(await read()).toMatchObject({ status: 'pending', notes: [{ text: 'Call them.' }] });
  await shownAgain('ask');
  expect(await read()).toMatchObject({
    status: 'pending',
    informationRequests: [{ message: 'Which floor is it?' }],
  });
  // The reviewer returns from the passkey page.
  const back = await rosa.browser.send(`${path}?restored=nothing`, { decision: 'reject', reason });
  expect(back.text).toContain(`>\n${reason}</textarea>`);
  // A decision must be confirmed. The confirmation page and the way back keep the entered text.
  const all = { ...typed, reasonCode: 'other' };
  const asked = await rosa.browser.send(path, { ...all, confirm: 'reject' });
  expect(asked.status).toBe(200);
  expect(shownText(asked)).toMatch(
    /Reject this case\?.*Reason The office is a mailbox\. Type of reason Another reason The question that you typed is not sent\./s,
  );
  expect(asked.text).toContain(`<input type="hidden" name="reason" value="${reason}">`);
  expect(asked.text).toContain(`<input type="hidden" name="question" value="${typed.question}">`);
  const returned = await rosa.browser.send(path, { ...all, act: 'back' });
  // A question is open, so the page has no field for another.
  for (const text of [reason, typed.note]) expect(returned.text).toContain(`>\n${text}</textarea>`);
  expect(await rosa.browser.send(path, { ...all, reason: '', confirm: 'reject' })).toMatchObject({
    status: 400,
  });
  expect(await read()).toMatchObject({ status: 'pending' });
  world.clock.now += 1000;
  const last = { decision: 'reject', reason, note: 'It is a shell.' };
  expect((await rosa.browser.send(path, last)).status).toBe(303);
  expect(await read()).toMatchObject({
    status: 'rejected',
    reason,
    notes: [{ text: 'Call them.' }, { text: 'It is a shell.' }],
  });
});

it('a ready-made text fills an empty field, in the applicant’s language, with its reason type', async () => {
  const [street, name] = [
    { en: 'Send the street.', es: 'Envíe la calle.' },
    { en: 'The name is taken.', es: 'El nombre ya existe.' },
  ];
  Object.assign(world.deps.reviewTexts, {
    legal_entity_application: {
      questions: [{ label: 'No street', text: street }],
      rejections: [{ label: 'Name taken', text: name, reasonCode: 'name_not_allowed' }],
    },
  });
  const applicant = await anApplicant(world);
  const person = await findPerson(world.table, applicant.id);
  if (person === null) throw new Error('set-up: no applicant');
  await transact(world.table, { person: emailProvenWrite(person, { locale: 'es' }) });
  const id = await aWaiting(applicant, 'Ready Texts');
  const path = `/portal/reviews/${id}`;
  const read = () => data('GET', `/reviews/${id}`);
  expect((await rosa.browser.open(path)).text).toContain('<option value="No street">No street<');
  const gone = await rosa.browser.send(path, { act: 'ask', readyQuestion: 'No city' });
  expect(gone).toMatchObject({ status: 400 });
  expect(gone.text).toContain('The chosen text is no longer available.');
  expect((await rosa.browser.send(path, { act: 'ask', readyQuestion: 'No street' })).status).toBe(
    303,
  );
  expect(await read()).toMatchObject({ informationRequests: [{ message: street.es }] });
  // Typed text takes precedence.
  const own = { confirm: 'reject', readyReason: 'Name taken', reason: 'Mine.' };
  expect(shownText(await rosa.browser.send(path, own))).toMatch(/this case\?.*Reason Mine\./s);
  const asked = await rosa.browser.send(path, { ...own, reason: '' });
  expect(shownText(asked)).toMatch(
    /Reason El nombre ya existe\. Type of reason The name is not allowed/s,
  );
  world.clock.now += 1000;
  const last = { decision: 'reject', readyReason: 'Name taken' };
  expect((await rosa.browser.send(path, last)).status).toBe(303);
  expect(await read()).toMatchObject({ reason: name.es, reasonCode: 'name_not_allowed' });
});

it('a reviewer’s own case is only in the queue of other reviewers', async () => {
  const ada = await aResident(world);
  const representatives = [ada.id, rosa.id];
  const entity = await aRepresentedEntity(world, ada, { taxState: 'unknown', representatives });
  const request = await aRequest(world, entity.id, ada.standardKey);
  expect((await payRequest(world, request, ada.standardKey)).status).toBe(200);
  await world.settle();
  const { id } = await reviewOf(world, request.id);
  const sam = await aStaffMember(world, ['reviewer']);
  const queue = '/portal/reviews?type=certificate_request';
  for (const query of ['', '&assignee=free']) {
    expect((await rosa.browser.open(queue + query)).text).not.toContain(id);
    expect((await sam.browser.open(queue + query)).text).toContain(id);
  }
  expect((await rosa.browser.open(`/portal/reviews?q=${id}`)).text).toContain(id);
  const path = `/legal_entities/${entity.id}/representatives/${rosa.id}`;
  expect((await world.admin('DELETE', path)).status).toBe(200);
  expect((await rosa.browser.open(queue)).text).toContain(id);
});
