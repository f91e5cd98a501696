import { execFileSync } from 'node:child_process';

/** The programs that write a generated file, in the order in which one reads what another wrote. */
const generators = [
  'openapi',
  'endpoints',
  'errors',
  'states',
  'architecture',
  'export-schema',
  'client',
  'collections',
  'guides',
];

for (const name of generators) {
  process.stdout.write(`bin/${name}.ts\n`);
  execFileSync(process.execPath, [`bin/${name}.ts`], { stdio: 'inherit' });
}
