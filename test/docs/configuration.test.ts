import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { edgeSettingNames } from '../../lib/edge/edge-settings.ts';
import { settingNames } from '../../lib/stage-settings.ts';
import * as environments from '../../shared/kernel/settings/env.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { codes, documentText, root, tableUnder } from '../support/documents.ts';

const configuration = documentText('docs/configuration.md');

function sources(...patterns: readonly string[]): string {
  const files = globSync([...patterns], { cwd: root });
  return files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
}

/** Variables by name, and whether a function starts without them. */
function variables(): Readonly<Record<string, boolean>> {
  const schemas = Object.values(environments).filter((part) => part instanceof z.ZodMiniObject);
  const fields = schemas.flatMap(({ shape }) => Object.entries(shape));
  return Object.fromEntries(
    fields.map(([name, field]) => [name, z.safeParse(field, undefined).success]),
  );
}

describe('docs/configuration.md', () => {
  it('lists every variable of shared/kernel/settings/env.ts and whether it is required', () => {
    const rows = tableUnder(configuration, '## Environment of the functions');
    const listed = rows.map(([name, , unless]) => [codes(name)[0], unless !== 'required']);
    expect(Object.fromEntries(listed)).toEqual(variables());
  });

  it('lists every CDK context value', () => {
    const code = sources('lib/**/*.ts');
    const asked = Array.from(
      code.matchAll(/(?:tryGetContext\(|hostIn\(node, )'(\w+)'\)/g),
      ([, name = '']) => name,
    );
    const [, handedOn = ''] = /const facts = \{([^}]*)\}/.exec(code) ?? [];
    const facts = Array.from(handedOn.matchAll(/(\w+): '/g), ([, name = '']) => name);
    const rows = tableUnder(configuration, '## Context of the CDK app');
    expect(rows.map(([name]) => codes(name)[0]).toSorted()).toEqual(
      [...new Set([...asked, ...facts, ...edgeSettingNames])].toSorted(),
    );
    expect(settingNames.toSorted()).toEqual(rows.map(([name]) => codes(name)[0]).toSorted());
  });
});

describe('docs/contract-sections.md', () => {
  const text = documentText('docs/contract-sections.md');
  const known = new Set(Array.from(text.matchAll(/^\| ((?:admin )?\d[\w.]*) \|/gm), ([, n]) => n));

  it('lists the contract section of every route', () => {
    const sections = new Set(routes.map(({ spec }) => spec));
    expect([...sections].filter((section) => !known.has(section))).toEqual([]);
  });

  it('lists every section that code or tests refer to', () => {
    const code = sources('{shared,functions,lib,local,admin,bin,build,bench,test}/**/*.ts');
    const mentions = Array.from(
      code.matchAll(/\bspec (\d[\w.]*(?:, \d[\w.]*)*)/g),
      ([, list = '']) => list.split(', ').map((section) => section.replace(/\.$/, '')),
    ).flat();
    // Sections 9.4 and 9.5 are described with section 9, as its parts.
    const parts = new Set(['9.4', '9.5']);
    const unknown = mentions.filter((section) => !known.has(section) && !parts.has(section));
    expect([...new Set(unknown)]).toEqual([]);
  });
});
