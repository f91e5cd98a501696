import type { TestModule } from 'vitest/node';

/** The time of one test file, in milliseconds: by the clock, and its process's CPU time. */
interface Taken {
  readonly file: string;
  readonly wall: number;
  readonly cpu: number;
}

/** Seconds that the tests of a file may take. */
const limit = 15;

/** How many times slower this machine is: `SLOW_MACHINE=3 npm test` allows three times as much. */
const slowness = Number(process.env['SLOW_MACHINE'] ?? 1);

/**
 * Ends a run with its ten slowest files, and fails it if one takes over 15 seconds that is not for
 * `test:all`. A busy machine also slows files down, so only a file that used half of that time as
 * CPU is slow.
 */
export function reportSlowestFiles(modules: readonly TestModule[]): void {
  const taken = modules.map(takenBy).toSorted((left, right) => right.wall - left.wall);
  if (taken.length < 10) return;
  const tooSlow = taken.filter((each) => isTooSlow(each, slowness));
  const lines = [
    'The ten slowest files:',
    ...taken.slice(0, 10).map(line),
    ...tooSlow.map(
      ({ file }) =>
        `${file} takes over ${limit} s. Make it faster, or have it run in test:all only: name it *.all.test.ts.`,
    ),
  ];
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
  if (tooSlow.length > 0) process.exitCode = 1;
}

function takenBy(module: TestModule): Taken {
  const { cpu = 0 } = module.meta();
  return { file: module.relativeModuleId, wall: module.diagnostic().duration, cpu };
}

export function isTooSlow({ file, wall, cpu }: Taken, slower = 1): boolean {
  const most = limit * 1000 * slower;
  return !/\.(all|browser)\.test\.ts$/.test(file) && wall > most && cpu > most / 2;
}

function line({ file, wall, cpu }: Taken): string {
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  return `${seconds(wall).padStart(9)}, ${seconds(cpu).padStart(7)} of CPU  ${file}`;
}
