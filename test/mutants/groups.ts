/** Files to mutate, and the tests that must detect it. */
export interface Group {
  /** Globs from the repository's root. */
  readonly files: readonly string[];
  /** Test files. Those that import the mutated file are run. */
  readonly tests: string;
}

/**
 * The groups of `npm run mutants`. Only tests that take milliseconds can run thousands of times, so
 * those of the whole service are in no group.
 */
export const groups: Readonly<Record<string, Group>> = {
  domain: { files: ['shared/*/domain/*.ts'], tests: 'test/*/domain/*.test.ts' },
  auth: { files: ['shared/*/auth/*.ts'], tests: 'test/*/auth/*.test.ts' },
  pages: { files: ['shared/kernel/db/page.ts'], tests: 'test/kernel/page.test.ts' },
};

/** A table from Unicode's data files, which contains no logic of ours. */
export const unchanged: ReadonlySet<string> = new Set([
  'shared/kernel/domain/joining-characters.ts',
]);
