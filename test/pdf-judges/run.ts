import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inPem } from '../../local/make-certificate.ts';
import type { DocumentSigner } from '../../shared/documents/pdf/detached-signature.ts';
import { openTestDocumentSigner } from '../support/document-signer.ts';
import { pythonProgram } from '../support/python-program.ts';
import { judgedDocuments } from './judged-documents.ts';
import { judgedPrintouts } from './judged-printouts.ts';

/**
 * `npm run pdf-judges`: checks our created and signed documents with other programs. veraPDF (Java,
 * from Maven Central) checks PDF/A-2a and PDF/UA-1, pyHanko (Python, from PyPI) PAdES B-B.
 */
const here = fileURLToPath(new URL('.', import.meta.url));
const run = promisify(execFile);

const folder = await mkdtemp(join(tmpdir(), 'pdf-judges-'));
try {
  const signer = openTestDocumentSigner();
  const files = await written(folder, signer);
  const printouts = await printed(folder);
  const classes = await veraPdf();
  const shell = 'org.mozilla.javascript.tools.shell.Main';
  const judge = join(here, 'verapdf.js');
  await run('java', [
    '-cp',
    join(classes, '*'),
    shell,
    '-version',
    '200',
    judge,
    ...files,
    ...printouts,
  ]);
  process.stdout.write(
    `veraPDF: ${files.length + printouts.length} documents are PDF/A-2a and PDF/UA-1\n`,
  );

  const trusted = join(folder, 'trusted.pem');
  await writeFile(trusted, (await signer.certificates()).map(inPem).join(''));
  const python = await pythonProgram(here, 'python');
  await run(python, [join(here, 'pyhanko-judge.py'), trusted, ...files]);
  process.stdout.write(`pyHanko: ${files.length} documents are signed as PAdES B-B\n`);
} catch (error) {
  const output = error instanceof Error ? Reflect.get(error, 'stdout') : undefined;
  process.stderr.write(`${output || error}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}

/** Writes the documents into the folder, and returns their paths. */
async function written(directory: string, signer: DocumentSigner): Promise<readonly string[]> {
  const signing = { signer, at: '2026-11-20T14:45:31.000Z' };
  const files: string[] = [];
  for (const { name, render } of judgedDocuments) {
    const file = join(directory, `${name}.pdf`);
    await writeFile(file, await render({ signing }));
    files.push(file);
  }
  return files;
}

/** The same for printouts, which are not signed. */
async function printed(directory: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const [position, render] of judgedPrintouts.entries()) {
    const file = join(directory, `printout-${position}.pdf`);
    await writeFile(file, await render());
    files.push(file);
  }
  return files;
}

/** The folder of veraPDF's classes, which are downloaded once for each version. */
async function veraPdf(): Promise<string> {
  const target = join(here, '../../node_modules/.cache/verapdf');
  const pom = join(here, 'pom.xml');
  const stamp = join(target, 'complete');
  const requested = await readFile(pom, 'utf8');
  const kept = await readFile(stamp, 'utf8').catch(() => '');
  if (kept === requested) return target;
  await rm(target, { recursive: true, force: true });
  const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${target}`];
  await run('mvn', ['--quiet', '--batch-mode', '--file', pom, ...copy]);
  await writeFile(stamp, requested);
  return target;
}
