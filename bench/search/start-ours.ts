import { readFileSync } from 'node:fs';
import { openObjectReader } from '../../shared/kernel/aws/object-client.ts';
import { timeLimits } from '../../shared/kernel/runtime/client-parts.ts';
import { readSnapshotFile, snapshotKey } from '../../shared/registry/aws/snapshots.ts';
import { packedRegistry } from '../../shared/registry/domain/packed-registry.ts';
import { createRegistryIndex } from '../../shared/registry/domain/registry-index.ts';
import { similarFinder } from '../../shared/registry/domain/similar-rows.ts';
import { nameTools } from '../../shared/registry/usecases/compare-names.ts';
import { cpuMilliseconds } from './engine.ts';

/**
 * A process that starts like a function: reads the snapshot from S3, searches once, and measures
 * both. Then it runs all queries of the given file, and all again with one entity renamed before
 * each. Prints JSON.
 */
const [queryFile = ''] = process.argv.slice(2);
const { queries, changes } = JSON.parse(readFileSync(queryFile, 'utf8'));

const wallStart = performance.now();
const cpuStart = process.cpuUsage();
// Like the function, but without its limits, because the machine may be busy.
const file = await openObjectReader({
  bucket: 'bench',
  key: snapshotKey,
  maxAttempts: 1,
  requestHandler: timeLimits({ attempts: 1, requestTimeout: 600_000 }).requestHandler,
})();
const read = readSnapshotFile(file ?? new Uint8Array());
if (read.state !== 'whole') throw new Error(`the snapshot is ${read.state}`);
const { arrays, facts } = read.snapshot;
const index = createRegistryIndex(packedRegistry(arrays, facts));
index.search('zzzz');
const { user, system } = process.cpuUsage(cpuStart);
const start = { cpu: (user + system) / 1000, wall: performance.now() - wallStart };
const startMegabytes = mostResident();

const found = queries.map(({ text }: { text: string }) => index.search(text).results.length);
const once = (text: string) => cpuMilliseconds(() => void index.search(text));
// The best of three, because other programs also use this machine.
const milliseconds = queries.map(({ text }: { text: string }) =>
  Math.min(once(text), once(text), once(text)),
);
const afterChange = queries.map(({ text }: { text: string }, number: number) =>
  cpuMilliseconds(() => {
    index.apply([changes[number]]);
    index.search(text);
  }),
);
// Names as users may enter them: with a different trade or one different letter.
const similar = changes.slice(0, 200).map(({ name }: { name: string }, number: number) => {
  const asked = [name, name.replace(/[aeiou]/, 'y'), `${name.split(' ')[0]} Group`][number % 3];
  const look = () =>
    cpuMilliseconds(() => void index.similar(similarFinder(asked ?? name, nameTools)));
  return Math.min(look(), look(), look());
});
// The memory in use; garbage until the next collection is part of the resident memory.
globalThis.gc?.();
const { heapUsed, external } = process.memoryUsage();
const megabytes = (heapUsed + external) / 2 ** 20;
const mostMegabytes = mostResident();
process.stdout.write(
  JSON.stringify({
    start,
    startMegabytes,
    milliseconds,
    found,
    afterChange,
    similar,
    megabytes,
    mostMegabytes,
  }),
);

/** The maximum of resident megabytes; `maxRSS` would include the parent process. Only Linux reports it. */
function mostResident(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}
