import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleDocuments } from '../shared/service/pdf/sample-documents.ts';

/** Writes a sample of every document, of fictional data, to `docs/samples`; the same bytes every time. */
export async function writeSamples(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const { name, render } of sampleDocuments) {
    await writeFile(join(directory, `${name}.pdf`), await render());
  }
}

if (import.meta.main) {
  await writeSamples(new URL('../docs/samples', import.meta.url).pathname);
}
