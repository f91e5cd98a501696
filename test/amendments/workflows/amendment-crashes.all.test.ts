import { afterAll, describe, expect, it } from 'vitest';
import type { PersonalKeyCaller } from '../../../shared/access/auth/caller.ts';
import { findAnyAmendment } from '../../../shared/amendments/db/amendments.ts';
import { signAmendment } from '../../../shared/amendments/usecases/draft-amendment.ts';
import { payAmendment } from '../../../shared/amendments/usecases/submit-amendment.ts';
import { keys } from '../../../shared/kernel/db/keys.ts';
import { transact } from '../../../shared/kernel/db/transact.ts';
import type { WorkflowName } from '../../../shared/kernel/domain/outbox-queue.ts';
import { ApiError } from '../../../shared/kernel/errors/api-error.ts';
import { type AmendmentSnapshot, snapshotOfAmendment } from '../../support/amendment-snapshot.ts';
import { type Filer, filingIn, freshName, pay, propose } from '../../support/amendments.ts';
import { startCrashingWorkflows } from '../../support/crashing-workflows.ts';
import { aVoucher } from '../../support/drafts.ts';
import { everyCrash, undisturbed, withoutFiles } from '../../support/every-crash.ts';
import { anEntity, aResident } from '../../support/registry.ts';
import { decideReview, reviewOf } from '../../support/submissions.ts';
import { useWorld } from '../../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const crashing = await startCrashingWorkflows(world);
afterAll(() => crashing.stop());

interface Started {
  readonly id: string;
  readonly names: readonly [string, string];
  readonly start: () => Promise<unknown>;
}

const office = { line1: '7 Pier', city: 'Port Town', postalCode: '10300', country: 'HN' };

/** A signed filing of a new entity that Ada represents. */
async function aSigned() {
  const entity = await anEntity(world, { representatives: [ada.id] });
  const path = `/api/v1/legal_entities/${entity.id}/amendments`;
  const entityName = String(entity['name']);
  const filer: Filer = { ...ada, agentKey: '', entityId: entity.id, entityName, path };
  const name = freshName();
  const { id } = filingIn(await propose(world, filer, { name, principalOfficeAddress: office }));
  const signing = { entityId: entity.id, filingId: id, signerName: 'Ada', personId: ada.id };
  await signAmendment({ ...signing, version: 1 }, world.deps);
  const names = [entityName, name] as const;
  return { id, filer, names };
}

const run = (name: WorkflowName, input: object) => crashing.run(name, input);

async function dispatch(subjectId: string) {
  const submissionId = (await findAnyAmendment(world.table, subjectId))?.submissionId;
  await run('review-dispatch', { submissionId, subjectType: 'amendment', subjectId });
}

async function aSubmitted() {
  const signed = await aSigned();
  await pay(world, signed.filer, signed.id, await aVoucher(world));
  return signed;
}

const decision = (verdict: object) => async (): Promise<Started> => {
  const { id, names } = await aSubmitted();
  await dispatch(id);
  const { id: reviewId } = await reviewOf(world, id);
  await decideReview(world, reviewId, verdict);
  return { id, names, start: () => run('review-decision', { reviewId }) };
};

const scenarios: readonly {
  readonly title: string;
  readonly prepare: () => Promise<Started>;
  /** Prefixes of the sort keys stored with the entity at the end. */
  readonly leaves: readonly string[];
}[] = [
  {
    title: 'a payment',
    leaves: ['AMENDMENT', 'ENTITY', 'OPEN_AMENDMENT', 'REGISTRY', 'REPRESENTATIVE', 'TERM'],
    prepare: async () => {
      const { id, names, filer } = await aSigned();
      const code = await aVoucher(world);
      return { id, names, start: () => payUntilPaid(filer, id, code) };
    },
  },
  {
    title: 'a dispatch',
    leaves: ['AMENDMENT', 'ENTITY', 'OPEN_AMENDMENT', 'REGISTRY', 'REPRESENTATIVE', 'TERM'],
    prepare: async () => {
      const { id, names } = await aSubmitted();
      // Reviewers are notified once an hour. Removing the digest makes each dispatch the first one.
      await transact(world.table, { digest: { remove: { Key: keys.reviewDigest() } } });
      return { id, names, start: () => dispatch(id) };
    },
  },
  {
    title: 'an approval',
    leaves: ['AMENDMENT', 'DOCUMENT', 'ENTITY', 'REGISTRY', 'REPRESENTATIVE', 'TERM'],
    prepare: decision({ decision: 'approve' }),
  },
  {
    title: 'a rejection',
    leaves: ['AMENDMENT', 'ENTITY', 'REGISTRY', 'REPRESENTATIVE', 'TERM'],
    prepare: decision({ decision: 'reject', reason: 'No.' }),
  },
];

/** A client that retries after a failure, and stops when the invoice is already paid. */
async function payUntilPaid({ entityId }: Filer, filingId: string, code: string) {
  const caller: PersonalKeyCaller = {
    kind: 'standard',
    personId: ada.id,
    keyId: 'key',
    label: null,
    scopes: [],
    limits: null,
    createdAt: '',
    lastFour: '',
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await payAmendment(
        { entityId, filingId },
        caller,
        { code, voucherWord: 'Voucher', effect: null },
        crashing.deps,
      );
    } catch (error) {
      if (error instanceof ApiError && error.message === 'Invoice is already paid') return null;
      if (attempt === 3) throw error;
    }
  }
}

const sortKeys = ({ ofEntity }: AmendmentSnapshot) =>
  ofEntity.map(({ sk }) => sk.split('#')[0]).toSorted();

const endOf = ({ id, names }: Pick<Started, 'id' | 'names'>) =>
  snapshotOfAmendment(world.table, id, names);

describe.each(scenarios)('$title of an amendment', ({ prepare, leaves }) => {
  it('has the same result no matter which of its calls to the table fails', async () => {
    expect(sortKeys(await everyCrash(world, { prepare, endOf }))).toEqual(leaves);
  });

  it('changes nothing when it is repeated', async () => {
    const { id, names, start } = await prepare();
    await start();
    const before = await snapshotOfAmendment(world.table, id, names);
    await start();
    expect(await snapshotOfAmendment(world.table, id, names)).toEqual(before);
  });
});

it('an approval creates one certificate even if storing its file fails before or after the write', async () => {
  const prepare = decision({ decision: 'approve' });
  const { expected } = await undisturbed(world, { prepare, endOf });
  for (const stored of [false, true]) {
    const { id, names, start } = await prepare();
    crashing.failFile(1, stored);
    await start();
    expect(crashing.files.left).toBeLessThanOrEqual(0);
    expect(await snapshotOfAmendment(world.table, id, names)).toEqual(expected);
  }
});

it('a workflow that gives up marks the filing as stuck, and its next run removes the mark', async () => {
  const { id, start } = await decision({ decision: 'approve' })();
  crashing.mendFiles();
  const { documents } = crashing.deps;
  await withoutFiles(documents, start);
  expect(await findAnyAmendment(world.table, id)).toMatchObject({
    statusId: 'Approved',
    stuckAt: new Date(world.clock.now).toISOString(),
  });
  await start();
  expect(await findAnyAmendment(world.table, id)).not.toHaveProperty('stuckAt');
});
