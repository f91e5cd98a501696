import { expect } from 'vitest';
import type { World } from '../support/world.ts';
import { runInShell } from './shell.ts';

export type Thing = Readonly<Record<string, unknown>> & { readonly id: string };

/** An operator at a shell; every command must succeed. */
export interface Operator {
  /** Runs the command against the service; resolves to `data` of its JSON. */
  admin(line: string): Promise<unknown>;
  /** The same for a command that returns one object. */
  one(line: string): Promise<Thing>;
  /** A new account with only an email address. */
  aPerson(): Promise<Thing>;
}

export function operatorOf(world: World): Operator {
  let people = 0;
  async function admin(line: string): Promise<unknown> {
    const { exitCode, out, err } = await runInShell({ url: world.baseUrl }, `${line} --json`);
    expect({ line, exitCode, err }).toEqual({ line, exitCode: 0, err: '' });
    // Every successful answer is {data}.
    return (JSON.parse(out) as { data: unknown }).data;
  }
  // The tests compare the fields that they use.
  const one = async (line: string) => (await admin(line)) as Thing;
  return {
    admin,
    one,
    aPerson() {
      people += 1;
      return one(`persons create --email person-${people}@people.example`);
    },
  };
}
