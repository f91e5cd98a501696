import { writeFile } from 'node:fs/promises';
import { reconcileExport } from '../export/import-export.ts';
import { isExport } from '../export/manifest.ts';
import { Failure } from '../failure.ts';
import { showCsv } from '../show-csv.ts';
import type { Tool } from '../tool.ts';
import { importOptions, uses, walkOf } from './options.ts';
import { canonical, openTally } from './tally.ts';
import { walkFile } from './walk-file.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Sample {
  readonly row: number;
  readonly inFile: Fields;
  readonly stored: Fields | null;
}

/** `import reconcile`: compares the file with the registry. Exit code 1 if they differ. */
export const reconcile: Tool = {
  name: 'reconcile',
  about:
    'Compare the registry with a file: counts by type, year and state, sums of hashes, every field that differs, and samples side by side',
  arguments: [['file', 'the records: .jsonl or .csv; or the folder of an export']],
  options: [
    ...importOptions,
    ['--differences <file>', 'file for differences (default: next to the file)'],
    ['--samples <number>', 'records to show, chosen at random (default 10)'],
  ],
  uses,
  example: 'import reconcile register.jsonl',
  async run(options, target, terminal) {
    const path = String(options['file']);
    if (await isExport(path)) {
      await reconcileExport(path, options, target(), terminal);
      return;
    }
    const walk = walkOf(options, 'compare');
    const requested = Number(options['samples'] ?? 10);
    const [file, registry] = [openTally(), openTally()];
    const differences: { row: number; kind: string; field: string }[] = [];
    const samples: Sample[] = [];
    let seen = 0;
    const { rows, exceptions } = await walkFile(
      target(),
      walk,
      ({ row, record }, { status, stored }) => {
        // It is listed with the exceptions.
        if (status === 'refused') return;
        file.add(record);
        if (stored !== null) registry.add(stored);
        for (const field of differing(record, stored)) {
          differences.push({ row, kind: record.kind, field });
        }
        // Every record has the same chance, whatever their number.
        seen += 1;
        const place = seen <= requested ? seen - 1 : Math.floor(Math.random() * seen);
        if (place < requested) samples[place] = { row, inFile: record, stored };
      },
      terminal.notice,
    );
    const listed = String(options['differences'] ?? `${walk.file}.differences.csv`);
    const byRow = differences.toSorted((left, right) => left.row - right.row);
    await writeFile(listed, showCsv(['row', 'kind', 'field'], byRow));
    const groups = [...new Set([...file.counts().keys(), ...registry.counts().keys()])];
    const counts = groups.toSorted().map((group) => ({
      group,
      file: file.counts().get(group) ?? 0,
      registry: registry.counts().get(group) ?? 0,
    }));
    const sums = [...file.sums()].map(([kind, sum]) => ({
      kind,
      file: sum,
      registry: registry.sums().get(kind) ?? '–',
    }));
    const keptOut = new Set(exceptions.map(({ row }) => row)).size;
    if (options['json'] === true) {
      const report = {
        batch: walk.batch,
        rows,
        keptOut,
        counts,
        sums,
        samples,
        differences: byRow,
      };
      terminal.write(`${JSON.stringify(report, null, 2)}\n`);
    } else {
      terminal.write('    file registry\n');
      for (const each of counts) {
        const mark = each.file === each.registry ? ' ' : '≠';
        const [left, right] = [String(each.file), String(each.registry)];
        terminal.write(`${left.padStart(8)} ${right.padStart(8)} ${mark} ${each.group}\n`);
      }
      for (const each of sums) {
        const verdict = each.file === each.registry ? 'equal' : 'different';
        terminal.write(`\nSum of hashes of ${each.kind}: ${verdict}\n`);
        terminal.write(`  file     ${each.file}\n  registry ${each.registry}\n`);
      }
      for (const { row, inFile, stored } of samples) {
        terminal.write(
          `\nRow ${row}\n  file     ${canonical(inFile)}\n  registry ${canonical(stored)}\n`,
        );
      }
      terminal.write(`\n${rows} rows, of which ${keptOut} can't be imported.\n`);
    }
    if (byRow.length === 0) return;
    throw new Failure('refused', `${byRow.length} fields differ: ${listed} lists them.`);
  },
};

/** The fields that differ, or `sourceId` for a record that is missing as a whole. */
function differing(record: Fields, stored: Fields | null): readonly string[] {
  if (stored === null) return ['sourceId'];
  return Object.keys(record).filter((name) => canonical(record[name]) !== canonical(stored[name]));
}
