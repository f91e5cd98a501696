/** Files that are changed, one at a time, and the tests that must notice it. */
export interface Group {
  /** Globs from the repository's root. */
  readonly files: readonly string[];
  /** Test files. Those that import the changed file are run. */
  readonly tests: string;
}

/**
 * What `npm run mutants` changes. Only tests that take milliseconds can be asked thousands of times: those of the
 * whole service are in no group.
 */
export const groups: Readonly<Record<string, Group>> = {
  domain: { files: ['shared/*/domain/*.ts'], tests: 'test/*/domain/*.test.ts' },
  auth: { files: ['shared/*/auth/*.ts'], tests: 'test/*/auth/*.test.ts' },
  pages: { files: ['shared/kernel/db/page.ts'], tests: 'test/kernel/page.test.ts' },
};

/** A table out of Unicode's data files: there is nothing in it that someone has decided. */
export const unchanged: ReadonlySet<string> = new Set([
  'shared/kernel/domain/joining-characters.ts',
]);
