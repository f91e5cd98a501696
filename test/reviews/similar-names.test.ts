import { beforeEach, describe, expect, it } from 'vitest';
import { operatorOf } from '../support/admin.ts';
import { aFiler, aSubmittedFiling } from '../support/amendments.ts';
import { shownText } from '../support/portal.ts';
import { anEntity, aResident, created } from '../support/registry.ts';
import { aReviewer } from '../support/reviewers.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const rosa = await aReviewer(world);
const ada = await anApplicant(world);
const grace = await anApplicant(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

/** Returns a pending application for the name, with its review. */
async function waitingFor(name: string, applicant = ada) {
  const { id } = await aSubmission(world, applicant, { name });
  await world.settle();
  return { id, reviewId: (await reviewOf(world, id)).id };
}

async function similarTo(reviewId: string): Promise<readonly unknown[]> {
  const { similarNames } = (await operatorOf(world).data('GET', `/reviews/${reviewId}`)) as {
    readonly similarNames: readonly unknown[];
  };
  return similarNames;
}

async function asApplicant(name: string) {
  const { body } = await world.call('POST', '/api/v1/registries/legal_entities/name_availability', {
    key: (await aResident(world)).standardKey,
    body: { name, optionId: 'llc' },
  });
  // The response to a valid name has this shape.
  return (body as { data: unknown }).data;
}

describe('names similar to the proposed one', () => {
  it('are shown on the case: registered, reserved and pending ones', async () => {
    const entity = await anEntity(world, { name: 'Borealis Holdings' });
    const reserved = await created(world, '/reserved_names', { name: 'Borealys' });
    const theirs = await waitingFor('Borealiss', grace);
    const { id, reviewId } = await waitingFor('Borealis');

    expect(await similarTo(reviewId)).toEqual([
      {
        id: entity.id,
        name: 'Borealis Holdings',
        extension: 'LLC',
        status: 'registered',
        reasons: ['same_words'],
      },
      {
        id: reserved.id,
        name: 'Borealys',
        extension: null,
        status: 'reserved',
        reasons: ['similar_spelling', 'similar_sound'],
      },
      {
        id: theirs.id,
        name: 'Borealiss',
        extension: 'LLC',
        status: 'pending',
        reasons: ['similar_spelling', 'similar_sound'],
      },
    ]);
    const page = await rosa.browser.open(`/portal/reviews/${reviewId}`);
    expect(shownText(page)).toContain(
      'Similar names Registered legal entity Borealis Holdings LLC same words Reserved by operators Borealys similar spelling, sounds alike In another application Borealiss LLC similar spelling, sounds alike',
    );
    expect(id).not.toBe(theirs.id);
  });

  it('include other applications only for reviewers', async () => {
    await waitingFor('Meridian Sky', grace);
    expect(await asApplicant('Meridian Sky')).toEqual({
      name: 'Meridian Sky',
      optionId: 'llc',
      available: true,
      reserved: false,
      similar: [],
    });
  });

  it('include an application only while it is under review', async () => {
    const theirs = await waitingFor('Solvanta', grace);
    const { reviewId } = await waitingFor('Solvanta Group');
    const pending = { id: theirs.id, name: 'Solvanta', extension: 'LLC', status: 'pending' };
    expect(await similarTo(reviewId)).toEqual([{ ...pending, reasons: ['same_words'] }]);
    await decideReview(world, theirs.reviewId, { decision: 'reject', reason: 'Incomplete.' });
    await world.settle();
    expect(await similarTo(reviewId)).toEqual([]);
    expect(await similarTo(theirs.reviewId)).toEqual([]);
  });

  it('are shown for an amendment’s proposed name, without the entity itself', async () => {
    const filer = await aFiler(world);
    const id = await aSubmittedFiling(world, filer, { name: 'Castellane' });
    await world.settle();
    const other = await waitingFor('Castelane');
    expect(await similarTo((await reviewOf(world, id)).id)).toEqual([
      {
        id: other.id,
        name: 'Castelane',
        extension: 'LLC',
        status: 'pending',
        reasons: ['similar_spelling', 'similar_sound'],
      },
    ]);
    expect(await similarTo(other.reviewId)).toEqual([
      {
        id,
        name: 'Castellane',
        extension: null,
        status: 'pending',
        reasons: ['similar_spelling', 'similar_sound'],
      },
    ]);
  });
});
