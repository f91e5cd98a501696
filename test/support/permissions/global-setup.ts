import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { reportSlowestFiles } from '../slowest-files.ts';
import { policiesFile, readPolicies } from './policies-file.ts';
import { reportUnused } from './unused.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file with the policies that worlds are judged under. */
    readonly policiesFile: string;
    /** Where worlds store the used permissions. */
    readonly usesDirectory: string;
  }
}

let finish = () => {};

/** Prepares the policies before the first test. */
export async function setup(project: TestProject): Promise<void> {
  const templates = mkdtempSync(join(tmpdir(), 'registry-templates-'));
  // For synthesized.ts, here and in the workers, which are started with it.
  process.env['SYNTHESIZED_TEMPLATES'] = templates;
  const file = await policiesFile();
  const directory = mkdtempSync(join(tmpdir(), 'registry-uses-'));
  project.provide('policiesFile', file);
  project.provide('usesDirectory', directory);
  finish = () => {
    reportSlowestFiles(project.vitest.state.getTestModules());
    rmSync(templates, { recursive: true });
    const lines = readdirSync(directory).flatMap((name) =>
      readFileSync(join(directory, name), 'utf8').split('\n'),
    );
    reportUnused(readPolicies(file), new Set(lines.filter((line) => line !== '')));
    rmSync(directory, { recursive: true });
  };
}

/** After the last test: reports slow files, and permissions that no test used. */
export function teardown(): void {
  finish();
}
