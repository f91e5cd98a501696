import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  amendmentWrite,
  findAnyAmendment,
  newAmendmentWrites,
  type StoredAmendment,
} from '../../shared/amendments/db/amendments.ts';
import {
  amended,
  noChanges,
  type ProposedChanges,
} from '../../shared/amendments/domain/proposed-changes.ts';
import { annulAmendment } from '../../shared/amendments/usecases/annul-amendment.ts';
import { approveAmendment } from '../../shared/amendments/usecases/decide-amendment.ts';
import { annulRegistration } from '../../shared/incorporation/usecases/annul-registration.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { ApiError } from '../../shared/kernel/errors/api-error.ts';
import { requireEntity } from '../../shared/registry/db/entities.ts';
import { registryChanges } from '../../shared/registry/db/registry-changes.ts';
import { importEntity } from '../../shared/registry/usecases/import-entity.ts';
import { depsOn, noon, operator } from '../support/core-deps.ts';
import { freshTable } from '../support/table.ts';

const names = ['Acme', 'Bolt', 'Cog'];
const because = { reasonCode: 'duplicate', reason: 'Twice' } as const;
const office = (line1: string) => ({
  line1,
  city: 'Port Town',
  postalCode: '10300',
  country: 'HN',
});

/** The possible steps; numbers choose among the existing entities or amendments. */
type Step =
  | { readonly act: 'register'; readonly name: string }
  | { readonly act: 'amend'; readonly of: number; readonly changes: Partial<ProposedChanges> }
  | { readonly act: 'annul'; readonly of: number }
  | { readonly act: 'annul registration'; readonly of: number };

const name = fc.constantFrom(...names);
const of = fc.nat(20);
const steps = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ act: fc.constant('register' as const), name }) },
    {
      weight: 5,
      arbitrary: fc.record({
        act: fc.constant('amend' as const),
        of,
        changes: fc.oneof(
          fc.record({ name }),
          fc.record({ extension: fc.constantFrom('LC', 'SRL') }),
          fc.record({ principalOfficeAddress: fc.constantFrom('1 Pier', '2 Pier').map(office) }),
          fc.record({ name, extension: fc.constantFrom('LC', 'SRL') }),
        ),
      }),
    },
    { weight: 5, arbitrary: fc.record({ act: fc.constant('annul' as const), of }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('annul registration' as const), of }) },
  ),
  { minLength: 4, maxLength: 14 },
) satisfies fc.Arbitrary<Step[]>;

const submittedAt = '2026-02-28T08:00:00.000Z';

it('the register equals the result of all acts that were not annulled, and every name has one holder', async () => {
  const table = await freshTable();
  const deps = depsOn(table);
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      // Each run has its own names and hour; half the acts share an instant.
      const run = deps.newId().slice(0, 8);
      const own = (text: string) => `${text} ${run}`;
      const fields = {
        extension: 'LLC',
        nameStartsWithExtension: false,
        principalOfficeAddress: null,
      };
      /** What is registered, and the acts on it in order. */
      const registered: { id: string; name: string; annulled: boolean }[] = [];
      const acts: { id: string; entityId: string; changes: ProposedChanges; annulled: boolean }[] =
        [];
      const succeeds = async (act: () => Promise<unknown>) => {
        try {
          await act();
          return true;
        } catch (error) {
          if (error instanceof ApiError && error.status === 409) return false;
          throw error;
        }
      };

      async function approved(entityId: string, changes: ProposedChanges): Promise<string | null> {
        const amendment: StoredAmendment = {
          ...{ id: deps.newId(), entityId, statusId: 'Pending Review', proposedChanges: changes },
          ...{ signature: null, invoiceId: deps.newId(), paidAt: submittedAt, submittedAt },
          ...{ submissionId: deps.newId(), dispatchedAt: submittedAt, approvedAt: null },
          ...{ rejectedAt: null, rejectedReason: null, previousValues: null, version: 1 },
          ...{ createdAt: submittedAt, updatedAt: submittedAt },
        };
        const { open: _, ...writes } = newAmendmentWrites(amendment);
        await transact(table, writes);
        const effect = await approveAmendment(amendment, { at: deps.clock.now }, deps);
        if ('sentence' in effect || !effect.decision.ok) return null;
        const next = amendmentWrite(effect.decision.next);
        const outcome = await transact(table, { ...effect.writes, next });
        return outcome.kind === 'written' ? amendment.id : null;
      }

      for (const [index, step] of sequence.entries()) {
        if (index % 2 === 0)
          deps.clock.now = new Date(Date.parse(deps.clock.now) + 1).toISOString();
        if (step.act === 'register') {
          const command = { optionId: 'llc', name: own(step.name), extension: 'LLC' };
          let id = '';
          const done = await succeeds(async () => {
            id = (await importEntity(command, operator, deps)).entity.id;
          });
          if (done) registered.push({ id, name: command.name, annulled: false });
        } else if (step.act === 'amend') {
          const entity = registered[step.of % Math.max(1, registered.length)];
          if (entity === undefined) continue;
          const changes = { ...noChanges, ...step.changes };
          if (changes.name !== null) changes.name = own(changes.name);
          const id = await approved(entity.id, changes);
          if (id !== null) acts.push({ id, entityId: entity.id, changes, annulled: false });
        } else if (step.act === 'annul') {
          const act = acts[step.of % Math.max(1, acts.length)];
          if (act === undefined) continue;
          const done = await succeeds(() => annulAmendment(act.id, because, operator, deps));
          const ofEntity = acts.filter(({ entityId }) => entityId === act.entityId);
          const isLast = ofEntity.findLast(({ annulled }) => !annulled) === act;
          const stands = registered.some(({ id, annulled }) => id === act.entityId && !annulled);
          // The only possible refusal now is that the name is taken.
          if (isLast && stands && act.changes.name === null) expect(done).toBe(true);
          if (done) {
            expect(act.annulled).toBe(false);
            act.annulled = true;
          }
        } else {
          const entity = registered[step.of % Math.max(1, registered.length)];
          if (entity === undefined) continue;
          const done = await succeeds(() => annulRegistration(entity.id, because, operator, deps));
          expect(done).toBe(!entity.annulled);
          entity.annulled = true;
        }
      }

      const held = new Map<string, string[]>();
      for (const { id, name: its, annulled } of registered) {
        const valid = acts.filter((act) => act.entityId === id && !act.annulled);
        const expected = valid.reduce((entity, { changes }) => amended(entity, changes), {
          ...fields,
          name: its,
        });
        const {
          name: now,
          extension,
          nameStartsWithExtension,
          ...rest
        } = await requireEntity(table, id);
        const { principalOfficeAddress, dissolutionDate } = rest;
        expect({ name: now, extension, nameStartsWithExtension, principalOfficeAddress }).toEqual(
          expected,
        );
        expect(dissolutionDate === null).toBe(!annulled);
        if (!annulled) held.set(now, [...(held.get(now) ?? []), id]);
      }
      for (const text of names.map(own)) {
        const claim = await getItem(table, keys.entityName('llc', text));
        expect(claim === undefined ? [] : [claim['entityId']]).toEqual(held.get(text) ?? []);
      }
      for (const { id, annulled } of acts) {
        const filing = await findAnyAmendment(table, id);
        expect(filing).toMatchObject({ statusId: 'Approved', submittedAt, paidAt: submittedAt });
        expect(filing?.annulment !== undefined).toBe(annulled);
      }
      const rows = new Map<string, string>();
      for await (const batch of registryChanges(table, ''))
        for (const row of batch.rows) rows.set(row.id, row.name);
      for (const { id, annulled } of registered) {
        const { name: now } = await requireEntity(table, id);
        expect(rows.get(id)).toBe(annulled ? '' : now);
      }
    }),
    { numRuns: 25 },
  );
  expect(deps.clock.now >= noon).toBe(true);
});
