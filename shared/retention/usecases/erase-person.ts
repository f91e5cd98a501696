import { removeTaxProofWrite, StoredTaxProof } from '../../certificates/db/tax-proofs.ts';
import type { FileEraser } from '../../documents/aws/document-store.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import { emptyPerson, itemRules } from '../../kernel/domain/item-rules.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { fileErasureWrite, keyOf } from '../db/erase-items.ts';
import { isOfCase, type Relations } from '../db/erasure-relations.ts';
import { namesAddress } from '../domain/named-address.ts';
import { eraseCaseOfPerson, isCase, isDraft } from './erase-case.ts';
import { eraseFile, eraseFilesOf } from './erase-files.ts';
import {
  type ErasureBlocker,
  type ErasurePlan,
  type ErasureTarget,
  everyItem,
  fileOf,
  planErasure,
} from './plan-erasure.ts';

/** The number of proofs that fit into one transaction with the record of their files. */
const mostProofs = 99;

export interface ErasureDeps {
  readonly table: Table;
  readonly files: FileEraser;
  now(): Date;
  newId(): string;
}

/**
 * `case_changed`: an application or proof has changed since the plan. `left`: kinds of items that still contain an
 * address of the person and that no rule keeps.
 */
export type ErasureOutcome =
  | { readonly kind: 'done'; readonly items: number; readonly files: number }
  | { readonly kind: 'hindered'; readonly blockers: readonly ErasureBlocker[] }
  | { readonly kind: 'left'; readonly kinds: readonly string[] }
  | { readonly kind: 'not_found' | 'done_before' | 'changed' | 'case_changed' };

/**
 * Erases a person, with the status in the person's item (`erasure`): planned → running → done.
 *
 * 1. Sets `running`, if the account is deactivated. From then on, the account can't be reactivated and gets no drafts,
 *    residencies or entities.
 * 2. Plans again, because changes before step 1 may block the erasure.
 * 3. Erases drafts, then tax proofs, unless they have changed since the plan.
 * 4. Erases all other items: files first, references last. The next run continues an interrupted one.
 * 5. Scans the table again. Then clears the person's fields and the claim on the address, sets `done` and writes one
 *    audit entry, in one transaction.
 *
 * Concurrent runs do the same work; one of them completes it.
 */
export async function erasePerson(
  personId: string,
  actor: Actor,
  deps: ErasureDeps,
): Promise<ErasureOutcome> {
  const plan = await planErasure(personId, deps);
  if (plan === null) return { kind: 'not_found' };
  if (plan === 'changed') return { kind: 'case_changed' };
  if (plan.state === 'done') return { kind: 'done_before' };
  const { blockers } = plan;
  if (blockers.length > 0) return { kind: 'hindered', blockers };
  if (plan.state === 'planned') {
    const isBegun = await begin(personId, actor, deps);
    return isBegun ? erasePerson(personId, actor, deps) : { kind: 'changed' };
  }
  const files = new Set<string>();
  const gone = new Set<ErasureTarget>();
  for (const target of plan.targets.filter(isDraft)) {
    const erased = await eraseDraft(target, plan, gone, deps);
    if (erased === null) return { kind: 'case_changed' };
    for (const file of erased) files.add(file);
  }
  const proofs = await eraseTaxProofs(plan.targets, gone, deps);
  if (proofs === null) return { kind: 'case_changed' };
  for (const file of proofs) files.add(file);
  for (const step of [1, 2, 3, 4] as const) {
    for (const target of plan.targets) {
      if (stepOf(target) !== step) continue;
      // The claim on the address is removed with the address, at the end.
      if (target.kind === 'email' || gone.has(target)) continue;
      if (isCase(target)) {
        const nothing = { removed: [], emptied: [] };
        if ((await eraseCaseOfPerson(target, nothing, deps)) === null)
          return { kind: 'case_changed' };
        continue;
      }
      const file = await eraseTarget(target, deps);
      if (file !== null) files.add(file);
    }
  }
  const kinds = await whatIsLeft(plan.relations, deps.table);
  if (kinds.length > 0) return { kind: 'left', kinds };
  const items = plan.targets.length;
  return finish(personId, { items, files: files.size }, actor, deps);
}

function stepOf({ kind }: ErasureTarget): number {
  const rule = itemRules[kind]?.erasure;
  return rule?.does === 'removed' ? rule.step : 1;
}

async function begin(personId: string, actor: Actor, deps: ErasureDeps): Promise<boolean> {
  const outcome = await transact(deps.table, {
    person: {
      update: {
        Key: keys.person(personId),
        UpdateExpression: 'SET erasure = :running, version = version + :one',
        ConditionExpression: '#status = :deactivated AND attribute_not_exists(erasure)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':running': 'running',
          ':one': 1,
          ':deactivated': 'deactivated',
        },
      },
    },
    ...auditPerson(deps, {
      at: deps.now().toISOString(),
      actor,
      personId,
      action: 'person.erasure_started',
      details: {},
    }),
  });
  if (outcome.kind === 'written') return true;
  // Another run has started it; both continue.
  return (await getItem(deps.table, keys.person(personId)))?.['erasure'] === 'running';
}

/** Erases a draft with all its data; null if it has changed since the plan. */
async function eraseDraft(
  target: ErasureTarget,
  { targets, relations }: ErasurePlan,
  gone: Set<ErasureTarget>,
  deps: ErasureDeps,
): Promise<readonly string[] | null> {
  const id = String(target.item['id']);
  const removed: Item[] = [];
  const writes: Write[] = [];
  gone.add(target);
  for (const beside of targets) {
    const { kind, item } = beside;
    if (gone.has(beside) || !isOfCase(kind, item, id, relations)) continue;
    gone.add(beside);
    const rule = itemRules[kind]?.erasure;
    if (rule?.does === 'emptied') writes.push(emptied(item, rule.fields));
    else removed.push(item);
  }
  return eraseCaseOfPerson(target, { removed, emptied: writes }, deps);
}

/**
 * Erases tax proofs and returns the keys of their files. Null if a request has referred to one since the plan; then all
 * stay, because two proofs may share a file.
 */
async function eraseTaxProofs(
  targets: readonly ErasureTarget[],
  gone: Set<ErasureTarget>,
  deps: ErasureDeps,
): Promise<readonly string[] | null> {
  const proofs = targets.filter(({ kind }) => kind === 'taxProof');
  for (let first = 0; first < proofs.length; first += mostProofs) {
    const some = proofs.slice(first, first + mostProofs);
    const id = deps.newId();
    const stored = some.map(({ item }) => parseStored(StoredTaxProof, item));
    const outcome = await transact(deps.table, {
      ...Object.fromEntries(stored.map((proof) => [proof.id, removeTaxProofWrite(proof)])),
      files: fileErasureWrite(id, stored),
    });
    if (outcome.kind === 'refused') return null;
    for (const each of some) gone.add(each);
    await eraseFilesOf(id, stored, deps);
  }
  return proofs.flatMap(({ item }) => fileOf(item) ?? []);
}

/** Returns the key of its file; null if it had none. */
async function eraseTarget(
  { kind, item }: ErasureTarget,
  { table, files }: ErasureDeps,
): Promise<string | null> {
  const rule = itemRules[kind]?.erasure;
  if (rule?.does === 'emptied') {
    const outcome = await transact(table, { item: emptied(item, rule.fields) });
    if (outcome.kind === 'refused')
      throw new Error(`${kind} was changed in the meantime: run the command again`);
    return null;
  }
  const file = fileOf(item);
  if (file !== null) await eraseFile(file, { table, files });
  await transact(table, { item: { remove: { Key: keyOf(item) } } });
  return file;
}

/** Clears fields. Refused if the item has changed since it was read. */
function emptied(item: Item, fields: Readonly<Record<string, unknown>>): Write {
  const names = Object.keys(fields).filter((name) => item[name] !== undefined);
  const { version } = item;
  return {
    update: {
      Key: keyOf(item),
      UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}${
        version === undefined ? '' : ', version = version + :one'
      }`,
      ConditionExpression: version === undefined ? 'attribute_exists(pk)' : 'version = :read',
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(names.map((name) => [`:${name}`, fields[name]])),
        ...(version !== undefined && { ':read': version, ':one': 1 }),
      },
    },
  };
}

/** Kinds of items that still contain one of the addresses and should not. */
async function whatIsLeft(
  { personId, emails }: Relations,
  table: Table,
): Promise<readonly string[]> {
  const kinds = new Set<string>();
  for await (const { kind, item } of everyItem(table)) {
    const rule = itemRules[kind]?.erasure;
    if (kind === 'person' || kind === 'email' || kind === 'application' || rule?.does === 'kept')
      continue;
    // The local server's record of its demo people and their keys.
    if (kind === 'demo') continue;
    // Skips items of a previous owner of the address.
    const { personId: owner } = item;
    if (typeof owner === 'string' && owner !== personId) continue;
    if (namesAddress(item, emails)) kinds.add(kind);
  }
  return [...kinds].toSorted();
}

/** A concurrent write of the person need not have completed the erasure, so it is read again. */
async function finish(
  personId: string,
  { items, files }: { readonly items: number; readonly files: number },
  actor: Actor,
  deps: ErasureDeps,
  triesLeft = 5,
): Promise<ErasureOutcome> {
  const person = await getItem(deps.table, keys.person(personId));
  if (person?.['erasure'] !== 'running') return { kind: 'done_before' };
  const { residency, version, email } = person;
  const next: Record<string, unknown> = {
    ...person,
    ...emptyPerson,
    email: `erased-${personId}@erased.invalid`,
    residency: residency && { ...Object(residency), agreement: null },
    erasure: 'done',
    version: Number(version) + 1,
  };
  // The keys by which the person is found by name.
  for (const place of ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'formerNames', 'locale'])
    delete next[place];
  const outcome = await transact(deps.table, {
    person: orElse(
      {
        put: {
          Item: { ...keyOf(person), ...next },
          ConditionExpression: 'version = :read AND erasure = :running',
          ExpressionAttributeValues: { ':read': version, ':running': 'running' },
        },
      },
      () => 'written_since' as const,
    ),
    email: {
      remove: {
        Key: keys.email(String(email)),
        ConditionExpression: 'attribute_not_exists(pk) OR personId = :id',
        ExpressionAttributeValues: { ':id': personId },
      },
    },
    ...auditPerson(deps, {
      at: deps.now().toISOString(),
      actor,
      personId,
      action: 'person.erased',
      details: { items, files },
    }),
  });
  if (outcome.kind === 'written') return { kind: 'done', items, files };
  if (outcome.refusal !== 'written_since') throw outcome.error;
  if (triesLeft === 0) return { kind: 'changed' };
  return finish(personId, { items, files }, actor, deps, triesLeft - 1);
}
