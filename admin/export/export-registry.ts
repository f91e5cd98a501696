import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOpenable } from '../../shared/documents/domain/upload-scan.ts';
import { uploadStateOf } from '../../shared/documents/usecases/uploads.ts';
import { Failure } from '../failure.ts';
import type { Tool } from '../tool.ts';
import { fetchFile, fileOfLine } from './document-files.ts';
import { type Manifest, manifestName, schemaVersion } from './manifest.ts';
import { verifyFiles } from './read-export.ts';
import { openRegistry, registryOptions } from './registry-data.ts';
import { scanRegistry } from './scan-registry.ts';

/** `export`: the whole registry, in a form that can be moved elsewhere. */
export const exportRegistry: Tool = {
  name: 'export',
  about:
    'Write the whole registry into a folder: a file of JSON lines for each kind, and a manifest with their SHA-256; no secrets',
  options: [
    ['--to <folder>', 'an empty or new folder'],
    ['--files', 'also export documents, into the folder `files`'],
    ...registryOptions,
  ],
  example: 'export --to registry-2026-11-23 --files',
  async run(options, target, terminal) {
    const directory = options['to'];
    if (typeof directory !== 'string')
      throw new Failure('usage', 'Missing --to: the target folder.');
    await mkdir(directory, { recursive: true, mode: 0o700 });
    if ((await readdir(directory)).length > 0) {
      throw new Failure('usage', `${directory} is not empty.`);
    }
    const data = await openRegistry(options, target(), terminal.env);
    const withFiles = options['files'] === true;
    if (withFiles && data.documents === null) {
      throw new Failure(
        'usage',
        'Missing --documents: the output DocumentsBucket of the data stack.',
      );
    }
    const documents = { count: 0, bytes: 0, included: withFiles };
    const skipped = new Set<string>();
    const now = () => new Date();
    const scanned = await scanRegistry(
      data.table,
      directory,
      async (_, line) => {
        const file = fileOfLine(line);
        if (file === null) return;
        documents.count += 1;
        documents.bytes += file.size ?? 0;
        if (!withFiles || data.documents === null) return;
        // Only the scanner can read it, or it is quarantined.
        const state = await uploadStateOf({ objectKey: file.key }, data);
        if (isOpenable(state)) await fetchFile(data.documents, directory, file);
        else skipped.add(file.key);
      },
      now,
    );
    const manifest: Manifest = {
      format: 'resident-registry-export',
      schemaVersion,
      ...scanned,
      documents: { ...documents, ...(skipped.size > 0 && { skipped: skipped.size }) },
    };
    // An export that can't be read back, or was interrupted, has no manifest.
    await verifyFiles(directory, manifest);
    const path = join(directory, manifestName);
    await writeFile(`${path}.part`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    await rename(`${path}.part`, path);
    if (options['json'] === true) {
      terminal.write(`${JSON.stringify(manifest, null, 2)}\n`);
      return;
    }
    for (const [kind, { lines }] of Object.entries(manifest.files)) {
      if (lines > 0) terminal.write(`${String(lines).padStart(8)} ${kind}\n`);
    }
    const { count, bytes } = documents;
    const here =
      skipped.size > 0
        ? `included, except ${skipped.size} that no scan has found clean`
        : 'all included';
    terminal.write(
      `${String(count).padStart(8)} files of ${bytes} bytes, ${withFiles ? here : 'only their hashes are included'}\n`,
    );
    if (manifest.actsDuringExport > 0) {
      terminal.notice(
        `${manifest.actsDuringExport} actions were recorded during the export. The export may or may not contain their changes. To avoid this, export during maintenance.\n`,
      );
    }
  },
};
