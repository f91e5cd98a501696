import { afterAll, describe, expect, it } from 'vitest';
import { keys } from '../../../shared/kernel/db/keys.ts';
import { transact } from '../../../shared/kernel/db/transact.ts';
import type { WorkflowName } from '../../../shared/kernel/domain/outbox-queue.ts';
import {
  type ApplicationFields,
  aResidencySubmission,
  particulars,
  stored,
} from '../../support/applicants.ts';
import { startCrashingWorkflows } from '../../support/crashing-workflows.ts';
import { everyCrash, undisturbed, withoutFiles } from '../../support/every-crash.ts';
import { aResident, created } from '../../support/registry.ts';
import { type ResidencySnapshot, snapshotOfResidency } from '../../support/residency-snapshot.ts';
import { decideReview, reviewOf } from '../../support/submissions.ts';
import { useWorld } from '../../support/use-world.ts';

let codes = 0;

const world = await useWorld();
const ada = await aResident(world);
const crashing = await startCrashingWorkflows(world);
afterAll(() => crashing.stop());

interface Started {
  readonly id: string;
  readonly start: () => Promise<unknown>;
}

const run = (name: WorkflowName, input: object) => crashing.run(name, input);

/** An application with its own referral code. */
async function aSubmission(applicant: ApplicationFields['applicant'] = {}) {
  codes += 1;
  const referralCode = `CRASH-${codes}`;
  const owner = { ownerType: 'natural_person', ownerId: ada.id };
  await created(world, '/referral_codes', { code: referralCode, ...owner });
  return aResidencySubmission(world, { referralCode, applicant });
}

async function dispatch(subjectId: string) {
  const { submissionId } = await stored(world, subjectId);
  await run('review-dispatch', { submissionId, subjectType: 'residency_application', subjectId });
}

async function decided(verdict: object, applicant: ApplicationFields['applicant'] = {}) {
  const { id } = await aSubmission(applicant);
  await dispatch(id);
  const { id: reviewId } = await reviewOf(world, id);
  await decideReview(world, reviewId, verdict);
  return { id, start: () => run('review-decision', { reviewId }) };
}

/** An application of an account holder who has had a residency before. */
async function withAnAccount(): Promise<Started> {
  const { email, givenName, surname } = particulars();
  const { id } = await created(world, '/persons', { email, givenName, surname });
  await created(world, `/persons/${id}/residencies`, { residencyType: 'Limited e-Resident' });
  return decided({ decision: 'approve' }, { email, givenName, surname });
}

const scenarios: readonly {
  readonly title: string;
  readonly prepare: () => Promise<Started>;
  /** Sort keys in the person's partition at the end, up to their first value. */
  readonly leaves: readonly string[];
}[] = [
  {
    title: 'a dispatch',
    leaves: [],
    prepare: async () => {
      const { id } = await aSubmission();
      // Reviewers are notified once an hour; without this item each dispatch notifies them.
      await transact(world.table, { digest: { remove: { Key: keys.reviewDigest() } } });
      return { id, start: () => dispatch(id) };
    },
  },
  {
    title: 'an approval',
    leaves: ['DOCUMENT', 'PERSON', 'RESIDENCY'],
    prepare: () => decided({ decision: 'approve' }),
  },
  {
    title: 'an approval for an account',
    leaves: ['DOCUMENT', 'PERSON', 'RESIDENCY', 'RESIDENCY'],
    prepare: withAnAccount,
  },
  {
    title: 'a rejection',
    leaves: [],
    prepare: () => decided({ decision: 'reject', reason: 'No.' }),
  },
];

const sortKeys = ({ ofPerson }: ResidencySnapshot) =>
  ofPerson.map(({ sk }) => sk.split('#')[0]).toSorted();

const endOf = ({ id }: Pick<Started, 'id'>) => snapshotOfResidency(world, id);

describe.each(scenarios)('$title', ({ prepare, leaves }) => {
  it('reaches the same end, whichever of its calls to the table fails', async () => {
    expect(sortKeys(await everyCrash(world, { prepare, endOf }))).toEqual(leaves);
  });

  it('changes nothing when repeated', async () => {
    const { id, start } = await prepare();
    await start();
    const before = await snapshotOfResidency(world, id);
    await start();
    expect(await snapshotOfResidency(world, id)).toEqual(before);
  });
});

it('an approval ends with one document, even if its file fails before or after it is stored', async () => {
  const prepare = () => decided({ decision: 'approve' });
  const { expected } = await undisturbed(world, { prepare, endOf });
  for (const after of [false, true]) {
    const { id, start } = await prepare();
    crashing.failFile(1, after);
    await start();
    expect(crashing.files.left).toBeLessThanOrEqual(0);
    expect(await snapshotOfResidency(world, id)).toEqual(expected);
  }
});

it('a workflow that gives up marks the application as stuck, until its next run succeeds', async () => {
  const { id, start } = await decided({ decision: 'approve' });
  crashing.mendFiles();
  const { documents } = crashing.deps;
  await withoutFiles(documents, start);
  const stuck = await stored(world, id);
  expect(stuck).toMatchObject({
    statusId: 'Approved',
    stuckAt: new Date(world.clock.now).toISOString(),
  });
  await start();
  const mended = await stored(world, id);
  expect(mended).not.toHaveProperty('stuckAt');
  expect(mended.version).toBe(stuck.version);
});
