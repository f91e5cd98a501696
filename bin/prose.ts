import { globSync, readFileSync } from 'node:fs';
import { lint, type ProseKind } from './prose/lint.ts';

const root = new URL('../', import.meta.url);
const code = '{admin,functions,lib,local,shared}/**/*.ts';

interface Area {
  readonly kind: ProseKind;
  readonly files: readonly string[];
  /** Not linted: agreements, which are fixed, and texts in other languages. */
  readonly except?: RegExp;
}

const areas: readonly Area[] = [
  {
    kind: 'markdown',
    files: ['*.md', 'docs/**/*.md', '{packages,examples,test,.github}/**/*.md'],
    except: /node_modules/,
  },
  {
    kind: 'text',
    files: [code],
    except: /^shared\/(documents\/agreements|[^/]+\/texts\/(?!en[./]))/,
  },
  {
    kind: 'comment',
    files: [code, '{bin,test}/**/*.ts'],
    except: /^bin\/prose\/|node_modules/,
  },
];

/** Every word to avoid in the project, as `file:line “word”: what to write instead`. */
async function findAvoidedWords(): Promise<readonly string[]> {
  const found = areas.flatMap(({ files, except, kind }) =>
    globSync([...files], { cwd: root })
      .filter((file) => !except?.test(file))
      .map(async (file) => {
        const findings = await lint(readFileSync(new URL(file, root), 'utf8'), kind);
        return findings.map(({ line, message }) => `${file}:${line} ${message}\n`);
      }),
  );
  return (await Promise.all(found)).flat();
}

if (import.meta.main) {
  const found = await findAvoidedWords();
  process.stderr.write(found.join(''));
  if (found.length > 0) process.exitCode = 1;
}
