import { readFileSync } from 'node:fs';
import { openSnapshotReader } from '../../shared/registry/aws/snapshots.ts';
import { packedRegistry } from '../../shared/registry/domain/packed-registry.ts';
import { createRegistryIndex } from '../../shared/registry/domain/registry-index.ts';
import { cpuMilliseconds } from './engine.ts';

/**
 * A process that starts as a function does: reads the snapshot from S3, searches once, and says what that took. Then
 * all queries of the file that it is given, and all again with one entity renamed before each. Prints JSON.
 */
const [file = ''] = process.argv.slice(2);
const { queries, changes } = JSON.parse(readFileSync(file, 'utf8'));

const wallStart = performance.now();
const cpuStart = process.cpuUsage();
const read = await openSnapshotReader('bench')();
if (read.state !== 'whole') throw new Error(`the snapshot is ${read.state}`);
const { arrays, facts } = read.snapshot;
const index = createRegistryIndex(packedRegistry(arrays, facts));
index.search('zzzz');
const { user, system } = process.cpuUsage(cpuStart);
const start = { cpu: (user + system) / 1000, wall: performance.now() - wallStart };
const startMegabytes = process.resourceUsage().maxRSS / 1024;

for (const { text } of queries) index.search(text);
const found: number[] = [];
const milliseconds = queries.map(({ text }: { text: string }) =>
  cpuMilliseconds(() => void found.push(index.search(text).results.length)),
);
const afterChange = queries.map(({ text }: { text: string }, number: number) =>
  cpuMilliseconds(() => {
    index.apply([changes[number]]);
    index.search(text);
  }),
);
const megabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(
  JSON.stringify({ start, startMegabytes, milliseconds, found, afterChange, megabytes }),
);
