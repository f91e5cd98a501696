import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import { registryApp } from '../../lib/registry-app.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { pythonProgram } from '../support/python-program.ts';
import { commercialOnly, contexts } from './contexts.ts';

/**
 * `npm run cfn-lint`: checks the templates of several deployments against CloudFormation's resource
 * types, in a region of each kind, and against the rules of cdk-nag. Fails for errors, warnings and
 * notices, and for findings of cdk-nag without a reason. Needs Python 3 and, once, PyPI.
 */
const here = fileURLToPath(new URL('.', import.meta.url));
const run = promisify(execFile);

const Report = z.object({
  pluginReports: z.array(z.object({ violations: z.array(z.object({ ruleName: z.string() })) })),
});

const program = await pythonProgram(here, 'cfn-lint');
const folder = await mkdtemp(join(tmpdir(), 'cfn-lint-'));
try {
  const code = join(folder, 'code');
  await run('mkdir', [code]);
  await writeFile(join(code, 'index.mjs'), '');
  for (const [name, context] of Object.entries(contexts)) {
    const outdir = join(folder, name);
    const built = { of: () => Code.fromAsset(code), fonts: () => Code.fromAsset(code) };
    registryApp({ routes, code: built, outdir, context }).app.synth();
    const unexplained = await violations(outdir);
    if (unexplained.length > 0) throw new Error(`${name}, cdk-nag: ${unexplained.join(', ')}`);
  }
  const lint = (names: readonly string[], ...regions: readonly string[]) =>
    run(program, [
      ...['--regions', ...regions],
      // A DependsOn in addition to a reference: the CDK writes both, which is harmless.
      ...['--ignore-checks', 'W3005'],
      ...['--template', ...names.map((name) => join(folder, name, '*.template.json'))],
    ]);
  const anywhere = Object.keys(contexts).filter((name) => !commercialOnly.includes(name));
  await lint(anywhere, 'eu-central-1', 'us-east-1', 'us-gov-west-1');
  await lint(commercialOnly, 'eu-central-1', 'us-east-1');
  process.stdout.write(`cfn-lint has nothing to say of: ${Object.keys(contexts).join(', ')}\n`);
} catch (error) {
  const output = error instanceof Error ? Reflect.get(error, 'stdout') : undefined;
  process.stderr.write(`${output || error}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}

/** cdk-nag's findings, without our own warnings, such as that no email is sent. */
async function violations(outdir: string): Promise<readonly string[]> {
  const report = Report.parse(
    JSON.parse(await readFile(join(outdir, 'validation-report.json'), 'utf8')),
  );
  return report.pluginReports
    .flatMap((each) => each.violations.map(({ ruleName }) => ruleName))
    .filter((name) => !name.startsWith('Annotation::registry:'));
}
