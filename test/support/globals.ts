/** The process's globals, by name, with their current values. */
export type Globals = ReadonlyMap<string, unknown>;

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException', 'unhandledRejection'];

export function globals(): Globals {
  return new Map<string, unknown>([
    ...valuesOf('globalThis', globalThis),
    ...valuesOf('console', console),
    ...valuesOf('Math', Math),
    ...valuesOf('process.stdout', { write: process.stdout.write }),
    ...valuesOf('process.stderr', { write: process.stderr.write }),
    ...valuesOf('performance', { now: performance.now }),
    ['process.env', process.env],
    ['process.platform', process.platform],
    ['process.exitCode', process.exitCode],
    ['process.cwd()', process.cwd()],
    ['process.umask()', process.umask()],
    ...signals.map((name) => [`listeners of ${name}`, process.listenerCount(name)] as const),
  ]);
}

/** The names of changed globals. New globals are allowed: libraries add some when they are loaded. */
export function changedGlobals(before: Globals, after: Globals): readonly string[] {
  return [...before.keys()].filter((name) => !Object.is(before.get(name), after.get(name)));
}

/** Its own properties, without calling getters. */
function valuesOf(name: string, object: object): readonly (readonly [string, unknown])[] {
  return Object.entries(Object.getOwnPropertyDescriptors(object))
    .filter(([property, descriptor]) => 'value' in descriptor && !property.startsWith('__vite'))
    .map(([property, { value }]) => [`${name}.${property}`, value]);
}
