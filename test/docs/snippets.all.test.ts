import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { guideFiles } from '../../bin/guides/order.ts';
import { root } from '../support/documents.ts';

const settings = {
  extends: `${root}tsconfig.json`,
  compilerOptions: {
    typeRoots: [`${root}node_modules/@types`],
    paths: { '@resident-registry/client': [`${root}packages/client/src/index.ts`] },
  },
  include: ['*.ts'],
  // The folder is under one that is excluded elsewhere.
  exclude: [],
};

/** TypeScript's errors about programs, by their names. */
function complaintsAbout(programs: ReadonlyMap<string, string>): string {
  const folder = mkdtempSync(join(root, 'node_modules/.cache/snippets-'));
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    for (const [name, text] of programs) writeFileSync(join(folder, name), `${text}\nexport {};\n`);
    execFileSync(`${root}node_modules/.bin/tsc`, ['--project', folder], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return String(Object(error).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const programs = guideFiles.flatMap(({ slug, file }) =>
  Array.from(
    readFileSync(root + file, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms),
    ([, text = ''], index) => [`${slug}-${index}.ts`, text] as const,
  ),
);

it('programs in the guides compile with the client’s types', () => {
  expect(programs.length).toBeGreaterThan(10);
  expect(complaintsAbout(new Map(programs))).toBe('');
});

it('a program that does not compile is reported', () => {
  const wrong = `import { openRegistry } from '@resident-registry/client';
await openRegistry({ baseUrl: '' }).call('verifyRpn', { body: { rpn: 1 } });`;
  expect(complaintsAbout(new Map([['wrong.ts', wrong]]))).toContain('TS2322');
});
