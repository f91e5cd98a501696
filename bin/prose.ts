import { globSync, readFileSync } from 'node:fs';
import { lint, type Prose } from './prose/lint.ts';
import { everywhere, forReaders } from './prose/patterns.ts';

const root = new URL('../', import.meta.url);
const code = '{admin,functions,lib,local,shared}/**/*.ts';

interface Area extends Prose {
  readonly files: readonly string[];
  /** Not linted: agreements, which are fixed, archived decisions, texts in other languages, and pages for staff. */
  readonly except?: RegExp;
}

/** Which words are avoided where. Move a pattern to `everywhere` once comments are free of it. */
const areas: readonly Area[] = [
  {
    kind: 'markdown',
    files: ['*.md', 'docs/**/*.md', '{packages,examples,test,.github}/**/*.md'],
    except: /node_modules|^docs\/decisions\/archive\//,
    patterns: [...everywhere, ...forReaders],
  },
  {
    kind: 'text',
    files: [code],
    except: /^shared\/(documents\/agreements|[^/]+\/(pages|texts\/(?!en[./])))/,
    patterns: [...everywhere, ...forReaders],
  },
  {
    kind: 'comment',
    files: [code],
    except: /^shared\/[^/]+\/pages\//,
    patterns: everywhere,
  },
];

/** Every avoided word in the project, as `file:line “word”: what to write instead`. */
async function findAvoidedWords(): Promise<readonly string[]> {
  const found = areas.flatMap(({ files, except, ...prose }) =>
    globSync([...files], { cwd: root })
      .filter((file) => !except?.test(file))
      .map(async (file) => {
        const findings = await lint(readFileSync(new URL(file, root), 'utf8'), prose);
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
