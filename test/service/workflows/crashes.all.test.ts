import { afterAll, describe, expect, it } from 'vitest';
import { findAnyApplication } from '../../../shared/incorporation/db/applications.ts';
import { keys } from '../../../shared/kernel/db/keys.ts';
import { transact } from '../../../shared/kernel/db/transact.ts';
import type { WorkflowName } from '../../../shared/kernel/domain/outbox-queue.ts';
import { startCrashingWorkflows } from '../../support/crashing-workflows.ts';
import { everyCrash, undisturbed, withoutFiles } from '../../support/every-crash.ts';
import { type Snapshot, snapshotOf } from '../../support/snapshot.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../../support/submissions.ts';
import { useWorld } from '../../support/use-world.ts';

const invoked: string[] = [];

const world = await useWorld();
const ada = await anApplicant(world);
const crashing = await startCrashingWorkflows(world, (invoke) => (entry, payload) => {
  invoked.push(entry);
  return invoke(entry, payload);
});
afterAll(() => crashing.stop());

const run = (name: WorkflowName, input: object) => crashing.run(name, input);

const dispatch = async (subjectId: string) => {
  const application = await findAnyApplication(world.table, subjectId);
  const submissionId = application?.submissionId;
  return run('review-dispatch', {
    submissionId,
    subjectType: 'legal_entity_application',
    subjectId,
  });
};

interface Scenario {
  readonly title: string;
  /** How many of each result the snapshot contains. */
  readonly leaves: Readonly<Record<string, number>>;
  /** Brings a new application to the point where the workflow starts. */
  readonly prepare: () => Promise<{ id: string; start: () => Promise<string | undefined> }>;
}

const decision = (verdict: object) => async () => {
  const { id } = await aSubmission(world, ada);
  await dispatch(id);
  const { id: reviewId } = await reviewOf(world, id);
  await decideReview(world, reviewId, verdict);
  return { id, start: () => run('review-decision', { reviewId }) };
};

const scenarios: readonly Scenario[] = [
  {
    title: 'a dispatch',
    leaves: { reviews: 1, pending: 1, events: 0 },
    prepare: async () => {
      const { id } = await aSubmission(world, ada);
      // Reviewers are notified once an hour; without this item each dispatch notifies them.
      await transact(world.table, { digest: { remove: { Key: keys.reviewDigest() } } });
      return { id, start: () => dispatch(id) };
    },
  },
  {
    title: 'an approval',
    leaves: { reviews: 1, pending: 0, events: 1, entity: 1, documents: 2 },
    prepare: decision({ decision: 'approve' }),
  },
  {
    title: 'a rejection',
    leaves: { reviews: 1, pending: 0, events: 1 },
    prepare: decision({ decision: 'reject', reason: 'No.' }),
  },
];

const endOf = ({ id }: { readonly id: string }) => snapshotOf(world.table, id);

describe.each(scenarios)('$title', ({ prepare, leaves }) => {
  it('has each result exactly once, whichever of its calls to the table fails', async () => {
    const end = await everyCrash(world, { prepare, endOf });
    expect(countsOf(end)).toEqual({ entity: 0, documents: 0, ...leaves });
  });

  it('changes nothing if it is run again', async () => {
    const { id, start } = await prepare();
    await start();
    const before = await snapshotOf(world.table, id);
    expect(await start()).toBe('SUCCEEDED');
    expect(await snapshotOf(world.table, id)).toEqual(before);
  });
});

it('an approval issues each document once, whichever file fails before or after it is stored', async () => {
  const prepare = decision({ decision: 'approve' });
  const { expected } = await undisturbed(world, { prepare, endOf });
  for (const left of [1, 2]) {
    for (const stored of [false, true]) {
      const { id, start } = await prepare();
      crashing.failFile(left, stored);
      expect(await start()).toBe('SUCCEEDED');
      expect(crashing.files.left).toBeLessThanOrEqual(0);
      expect(await snapshotOf(world.table, id)).toEqual(expected);
    }
  }
});

it('a workflow that gives up marks the application as stuck, and its next run removes the mark', async () => {
  const { id, start } = await decision({ decision: 'approve' })();
  const { documents } = world.deps;
  crashing.mendFiles();
  expect(await withoutFiles(documents, start)).toBe('FAILED');
  expect(await findAnyApplication(world.table, id)).toMatchObject({
    statusId: 'Approved',
    stuckAt: new Date(world.clock.now).toISOString(),
  });
  const { body } = await world.admin(
    'GET',
    `/audit?subjectId=${id}&action=legal_entity_application.stuck`,
  );
  expect(body).toMatchObject({
    data: [{ outcome: 'refused', details: { workflow: 'review-decision', error: 'Error' } }],
  });
  expect(await start()).toBe('SUCCEEDED');
  expect(await findAnyApplication(world.table, id)).not.toHaveProperty('stuckAt');
});

it('an invalid payload is not retried', async () => {
  invoked.length = 0;
  expect(await run('review-decision', { reviewId: 5 })).toBe('FAILED');
  expect(invoked).toEqual([
    'functions/workflows/review-decision/carry-out.ts',
    'functions/workflows/review-decision/mark-stuck.ts',
  ]);
});

function countsOf({ reviews, pending, events, entity }: Snapshot) {
  const present = (values: readonly unknown[]) => values.filter((each) => each !== null).length;
  return {
    reviews: reviews.length,
    pending: present(pending),
    events: present(events),
    entity: present([entity]),
    documents: entity?.documents.length ?? 0,
  };
}
