import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { type Locale, locales } from '../shared/kernel/domain/locale.ts';

const root = new URL('../', import.meta.url);

interface Text {
  readonly name: string;
  /** Relative to the folder: `en.ts`, or `en/visitors.ts` if a language has several files. */
  readonly file: string;
}

/** The texts of one capability, by language. */
export interface TextFolder {
  /** For example `shared/sign-in/texts`. */
  readonly folder: string;
  readonly texts: Readonly<Record<Locale, readonly Text[]>>;
}

/** Every folder of texts in the project. */
export function textFolders(): readonly TextFolder[] {
  return globSync('shared/*/texts', { cwd: root })
    .toSorted()
    .map((folder) => ({
      folder,
      // One entry for each language.
      texts: Object.fromEntries(
        locales.map((locale) => [locale, textsIn(folder, locale)]),
      ) as unknown as TextFolder['texts'],
    }));
}

/** A text is an exported constant whose name ends in `Texts`; other exports are types and helpers. */
function textsIn(folder: string, locale: Locale): readonly Text[] {
  const cwd = new URL(`${folder}/`, root);
  return globSync([`${locale}.ts`, `${locale}/*.ts`], { cwd })
    .toSorted()
    .flatMap((file) =>
      Array.from(
        readFileSync(new URL(file, cwd), 'utf8').matchAll(/^export const (\w+Texts)\b/gm),
        ([, name = '']) => ({ name, file }),
      ),
    );
}

/** Texts that a language lacks, as `file: name`. They are shown in English. */
export function missingTexts(folders: readonly TextFolder[]): readonly string[] {
  return folders.flatMap(({ folder, texts }) =>
    locales.flatMap((locale) => {
      const has = new Set(texts[locale].map(({ name }) => name));
      return texts.en
        .filter(({ name }) => !has.has(name))
        .map(({ name, file }) => `${folder}/${file.replace(/^en/, locale)}: ${name}`);
    }),
  );
}

/** The `index.ts` of a folder: each text in all languages that have it. */
export function textIndex({ texts }: TextFolder): string {
  const files = locales.flatMap((locale) => [...new Set(texts[locale].map(({ file }) => file))]);
  const imports = files.map((file) => `import * as ${aliasOf(file)} from './${file}';\n`);
  const names = texts.en.map(({ name }) => name).toSorted();
  const lines = names.map((name) => {
    const members = locales.flatMap((locale) =>
      texts[locale]
        .filter((text) => text.name === name)
        .map(({ file }) => `${locale}: ${aliasOf(file)}.${name}`),
    );
    const line = `export const ${name} = { ${members.join(', ')} };\n`;
    return line.length <= 101
      ? line
      : `export const ${name} = {\n${members.map((each) => `  ${each},\n`).join('')}};\n`;
  });
  return `// Written by \`npm run texts\`.\n${imports.join('')}\n${lines.join('')}`;
}

/** `en.ts` becomes `en`, `en/visitors.ts` becomes `enVisitors`. */
function aliasOf(file: string): string {
  return file.replace(/\.ts$/, '').replace(/\/(\w)/, (_, letter: string) => letter.toUpperCase());
}

if (import.meta.main) {
  const folders = textFolders();
  for (const each of folders) {
    writeFileSync(new URL(`${each.folder}/index.ts`, root), textIndex(each));
  }
  const missing = missingTexts(folders);
  process.stdout.write(
    missing.length === 0 ? 'No language lacks a text.\n' : `${missing.join('\n')}\n`,
  );
}
