import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { openExecutions } from '../../local/engines/executions.ts';
import { openJournal } from '../../local/engines/journal.ts';
import { writeAtomically } from '../../local/engines/write-atomically.ts';

const Entry = z.object({ n: z.number() });
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'journal-test-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const open = () => openJournal(directory, 'j.jsonl', Entry);
const read = (name: string) => readFileSync(join(directory, name), 'utf8');

test('a line that was cut off by a crash is dropped, and the next one is complete', () => {
  open().append({ n: 1 });
  appendFileSync(join(directory, 'j.jsonl'), '{"n":');
  const journal = open();
  expect(journal.entries).toEqual([{ n: 1 }]);
  journal.append({ n: 2 });
  expect(open().entries).toEqual([{ n: 1 }, { n: 2 }]);
});

test('unreadable lines are set aside, and the others are used', () => {
  const damaged = '{"n":1}\n\0\0\0\n{"n":"two"}\n{"n":3}\n';
  writeFileSync(join(directory, 'j.jsonl'), damaged);
  const journal = open();
  journal.append({ n: 4 });
  expect(open().entries).toEqual([{ n: 1 }, { n: 3 }, { n: 4 }]);
  expect(read('j.jsonl.damaged')).toBe(damaged);
});

test('replacing the journal leaves no other file, and a failure does no harm', () => {
  const journal = open();
  journal.append({ n: 1 });
  journal.replace([{ n: 2 }, { n: 3 }]);
  expect(readdirSync(directory)).toEqual(['j.jsonl']);
  expect(() => writeAtomically(join(directory, 'none', 'x'), '')).toThrow('ENOENT');
  expect(() => writeAtomically(directory, 'a directory is in the way')).toThrow();
  expect(open().entries).toEqual([{ n: 2 }, { n: 3 }]);
});

test('only the last state of executions is kept, and none that ended over 90 days ago', () => {
  const now = new Date('2026-06-01T00:00:00Z');
  const execution = (name: string, daysAgo: number) => ({
    arn: `arn:${name}`,
    stateMachineArn: 'arn:machine',
    name,
    input: '{}',
    status: 'SUCCEEDED' as const,
    startedAt: 0,
    stoppedAt: now.getTime() - daysAgo * 86_400_000,
  });
  const before = openExecutions(directory, now);
  const running = { ...execution('a', 0), status: 'RUNNING' as const, stoppedAt: undefined };
  for (const each of [running, execution('a', 1), execution('b', 91)]) before.save(each);
  expect(openExecutions(directory, now).all()).toEqual([execution('a', 1)]);
  expect(read('executions.jsonl')).toBe(`${JSON.stringify(execution('a', 1))}\n`);
});
