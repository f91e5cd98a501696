import { randomUUID } from 'node:crypto';
import { openFileEraser } from '../../shared/documents/aws/document-store.ts';
import { type ErasureOutcome, erasePerson } from '../../shared/retention/usecases/erase-person.ts';
import {
  type ErasureBlocker,
  type ErasurePlan,
  planErasure,
} from '../../shared/retention/usecases/plan-erasure.ts';
import { openRegistry, registryOptions } from '../export/registry-data.ts';
import { Failure } from '../failure.ts';
import type { Terminal } from '../terminal.ts';
import type { Tool } from '../tool.ts';

const words: Readonly<Record<ErasureBlocker, string>> = {
  account_active: 'the account is active: persons deactivate',
  residency_runs: 'a residency is active: residencies terminate',
  represents_entities: 'they represent a legal entity: representatives remove',
  case_open:
    'an application of theirs is under review, or paid and not submitted, or a certificate request of theirs is open: decide or cancel it first',
  mailbox_case_open: 'a lost mailbox case is open: mailbox-cases withdraw, or refuse',
};

const caseChanged =
  'One of the person’s cases changed during the run and was not erased. Run the command again to see what prevents its erasure.';

/** `persons erase`: shows what would be erased about a person, and erases it. */
export const erase: Tool = {
  name: 'erase',
  about:
    'Show, field by field, what an erasure of a person deletes and keeps, and why; with --confirm, erase the person',
  options: [
    ['--person <id>', 'id of the person, from `persons list`'],
    ['--confirm <id>', 'the same id again, to erase the person permanently'],
    ...registryOptions,
  ],
  example: 'persons erase --person 0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  async run(options, target, terminal) {
    const { person: personId, confirm } = options;
    if (typeof personId !== 'string')
      throw new Failure('usage', 'Missing --person: the id of the person.');
    if (confirm !== undefined && confirm !== personId) {
      throw new Failure('usage', '--confirm must repeat the id in --person.');
    }
    const to = target();
    const { table, documents } = await openRegistry(options, to, terminal.env);
    const deps = { table, now: () => new Date(), newId: () => randomUUID() };
    if (confirm === undefined) {
      const plan = await planErasure(personId, deps);
      if (plan === null) throw new Failure('refused', 'This person does not exist.');
      if (plan === 'changed') throw new Failure('refused', caseChanged);
      show(plan, options['json'] === true, terminal);
      return;
    }
    if (documents === null) {
      throw new Failure(
        'usage',
        'Missing --documents: the output DocumentsBucket of the data stack.',
      );
    }
    const { accessKeyId } = await to.credentials();
    const files = openFileEraser(documents.bucket, documents.s3);
    // CloudTrail shows who it was, by the access key.
    const actor = { kind: 'operator', id: accessKeyId, personId: null } as const;
    report(await erasePerson(personId, actor, { ...deps, files }), terminal);
  },
};

function show(plan: ErasurePlan, json: boolean, terminal: Terminal): void {
  const { personId, state, blockers, lines, files } = plan;
  if (json) {
    terminal.write(`${JSON.stringify({ personId, state, blockers, lines, files }, null, 2)}\n`);
    return;
  }
  for (const { kind, field, items, fate, until, rule } of lines) {
    const kept = rule === null ? '' : `  ${rule}: ${until}`;
    terminal.write(`${fate.padEnd(7)} ${kind.padEnd(24)} ${field.padEnd(22)} ${items}${kept}\n`);
  }
  terminal.write(`${files} files, with all their versions. State: ${state}.\n`);
  for (const each of blockers) terminal.notice(`Not yet: ${words[each]}\n`);
}

function report(outcome: ErasureOutcome, terminal: Terminal): void {
  switch (outcome.kind) {
    case 'done':
      terminal.write(`Erased: ${outcome.items} items, ${outcome.files} files.\n`);
      return;
    case 'done_before':
      terminal.write('Already erased.\n');
      return;
    case 'not_found':
      throw new Failure('refused', 'This person does not exist.');
    case 'changed':
      throw new Failure(
        'refused',
        'The account was changed at the same time. Run the command again.',
      );
    case 'case_changed':
      throw new Failure('refused', caseChanged);
    case 'hindered':
      throw new Failure(
        'refused',
        outcome.blockers.map((each) => `Not yet: ${words[each]}`).join('\n'),
      );
    case 'left':
      throw new Failure(
        'refused',
        `Not complete: an email address of this person is still in ${outcome.kinds.join(', ')}. Run it again.`,
      );
  }
}
