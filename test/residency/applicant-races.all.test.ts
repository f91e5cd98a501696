import { beforeEach, describe, expect, it } from 'vitest';
import { findPersonByEmail } from '../../shared/people/db/people.ts';
import { carryOutReview } from '../../shared/service/usecases/reviewed-filings.ts';
import {
  aResidencyDraft,
  aResidencySubmission,
  mailedClaim,
  revised,
  stored,
} from '../support/applicants.ts';
import { aDateOfBirth } from '../support/people.ts';
import { created } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
beforeEach(() => {
  world.clock.now += 60_000;
});

const personOf = (email: string) => findPersonByEmail(world.table, email);

/** Runs the hook between the reads and the write of the next request. */
function beforeTheWrite(hook: () => Promise<unknown>): void {
  world.proxy.beforeNext((_, operation) => operation === 'TransactWriteItems', hook);
}

describe('a claim', () => {
  async function anOpenClaim() {
    const application = await aResidencyDraft(world, {}, { link: true });
    const { email } = application.data.personalDetails;
    const path = await mailedClaim(world, email);
    const browser = visitor(world.baseUrl);
    await browser.open(path);
    return { application, email, send: () => browser.send(path, {}) };
  }

  it('opens no account if the partner changes the email address just before the write', async () => {
    const { application, email, send } = await anOpenClaim();
    beforeTheWrite(() =>
      revised(world, application, { email: `else-${application.id}@x.example` }),
    );
    expect((await send()).status).toBe(404);
    expect(await personOf(email)).toBeNull();
    expect(world.proxy.pending()).toBe(0);
  });

  it('opens the account of an address that an operator registers just before the write', async () => {
    const { email, send } = await anOpenClaim();
    beforeTheWrite(() => created(world, '/persons', { email, givenName: 'Grace' }));
    expect((await send()).status).toBe(303);
    expect(await personOf(email)).toMatchObject({ givenName: 'Grace', emailVerified: true });
  });

  it('opens no account if an operator registers and deactivates it just before the write', async () => {
    const { email, send } = await anOpenClaim();
    beforeTheWrite(async () => {
      const { id } = await created(world, '/persons', { email });
      await world.admin('POST', `/persons/${id}/deactivate`);
    });
    expect((await send()).status).toBe(404);
    expect(await personOf(email)).toMatchObject({ status: 'deactivated', emailVerified: false });
  });

  it('opens a new account if the existing account’s address is changed just before the write', async () => {
    const { email, send } = await anOpenClaim();
    const { id } = await created(world, '/persons', { email });
    const other = `moved-${id}@x.example`;
    beforeTheWrite(() => world.admin('PATCH', `/persons/${id}`, { email: other }));
    expect((await send()).status).toBe(303);
    expect(await personOf(other)).toMatchObject({ id, emailVerified: false });
    expect((await personOf(email))?.id).not.toBe(id);
  });
});

describe('a signature', () => {
  it('is refused with 410 if the partner changes the application just before the write', async () => {
    const application = await aResidencyDraft(world);
    const path = `/agreements/${application.agreement.token}`;
    const reader = visitor(world.baseUrl);
    await reader.open(path);
    beforeTheWrite(() => revised(world, application, { phoneNumber: '+504 5550 0199' }));
    const { status } = await reader.send(path, { signerName: 'Grace', agree: 'yes' });
    expect(status).toBe(410);
    expect((await stored(world, application.id)).agreement).toMatchObject({
      acceptedAt: null,
      signerName: null,
    });
  });
});

describe('an approval', () => {
  let details = { givenName: 'Grace', surname: 'Hopper', dateOfBirth: '' };
  beforeEach(() => {
    details = { ...details, dateOfBirth: aDateOfBirth() };
  });
  let addresses = 0;

  /** A decided review that is not carried out yet. */
  async function anApproval(address?: string) {
    addresses += 1;
    const email = address ?? `last-moment-${addresses}@people.example`;
    const { id } = await aResidencySubmission(world, { applicant: { ...details, email } });
    await world.settle();
    const { id: reviewId } = await reviewOf(world, id);
    await decideReview(world, reviewId, { decision: 'approve' });
    return { id, email, carryOut: () => carryOutReview(reviewId, world.deps) };
  }

  it('completes an account that is registered just before the write', async () => {
    const { id, email, carryOut } = await anApproval();
    beforeTheWrite(() => created(world, '/persons', { email }));
    expect(await carryOut()).toBe('approved');
    const person = await personOf(email);
    expect(await stored(world, id)).toMatchObject({ personId: person?.id });
    expect(person).toMatchObject({ ...details, residency: { residencyType: 'e-Resident' } });
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['is deactivated', (id) => world.admin('POST', `/persons/${id}/deactivate`)],
    ['gets another name', (id) => world.admin('PATCH', `/persons/${id}`, { surname: 'Murray' })],
    [
      'gets a residency with more rights',
      (id) => world.admin('POST', `/persons/${id}/residencies`, { residencyType: 'Resident' }),
    ],
  ])('goes back to the reviewers if the account %s just before the write', async (_, change) => {
    const { id, email, carryOut } = await anApproval();
    const account = await created(world, '/persons', { email });
    beforeTheWrite(() => change(account.id));
    expect(await carryOut()).toBe('returned');
    expect(await stored(world, id)).toMatchObject({ statusId: 'Pending Review', personId: null });
  });

  it('becomes a renewal if another application of the address is approved just before the write', async () => {
    const one = await anApproval();
    const other = await anApproval(one.email);
    beforeTheWrite(one.carryOut);
    expect(await other.carryOut()).toBe('approved');
    const person = await personOf(one.email);
    for (const { id } of [one, other]) {
      expect(await stored(world, id)).toMatchObject({
        personId: person?.id,
        residentPermitNumber: person?.residentPermitNumber,
      });
    }
  });
});
