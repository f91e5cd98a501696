import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { root } from '../../lib/bundle/function-entries.ts';
import type { Emulator } from './emulator.ts';

const run = promisify(execFile);

const Outputs = z.record(z.string(), z.record(z.string(), z.string()));

/** Runs the CDK's command line against the emulator; a failure has its output. */
async function cdk(emulator: Emulator, args: readonly string[], cwd = root): Promise<void> {
  try {
    await run('nice', ['-n', '5', join(root, 'tools/node_modules/.bin/cdk'), ...args], {
      cwd,
      env: emulator.environment,
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const output =
      error instanceof Error
        ? `${Reflect.get(error, 'stdout')}${Reflect.get(error, 'stderr')}`
        : error;
    const lines = String(output).split('\n');
    const reasons = lines.filter((line) => /_FAILED|❌|Error:/.test(line));
    throw new Error([`cdk ${args[0]}`, ...reasons, ...lines.slice(-15)].join('\n'));
  }
}

/**
 * Creates an account's and region's bootstrap resources, outside the project's folder, where the
 * app would be synthesized for it.
 */
export function bootstrap(emulator: Emulator, folder: string, region: string): Promise<void> {
  return cdk(emulator, ['bootstrap', `aws://${emulator.account}/${region}`], folder);
}

/** A stage of the service in the emulator, with its templates in a folder. */
export interface Deployment {
  readonly stage: string;
  /**
   * The local address of each API, without a slash at the end; without a domain one API is all
   * three. The emulator has no routing rules, so callers choose the API as the rules would.
   */
  readonly url: string;
  readonly pagesUrl: string;
  readonly operatorsUrl: string;
  /** The id of the operators' API, for their policy. */
  readonly operatorsApiId: string;
  /** The outputs of all its stacks. */
  readonly outputs: Readonly<Record<string, string>>;
  /** The prefix of links in answers and emails. */
  readonly links: string;
}

export interface Stage {
  readonly name: string;
  /** As in a stage's file. */
  readonly context: Readonly<Record<string, unknown>>;
}

/** Templates of a second stage, from the same code as the first. */
export function synthesize(emulator: Emulator, folder: string, stage: Stage): Promise<void> {
  return cdk(emulator, [
    'synth',
    '--quiet',
    `--app=node ${join(root, 'test/rehearsal/built-app.ts')}`,
    ...intoFolder(folder, stage),
  ]);
}

function intoFolder(folder: string, { name, context }: Stage): readonly string[] {
  return [
    `--output=${join(folder, name)}`,
    ...Object.entries({ ...context, stage: name }).map(
      ([key, value]) =>
        `--context=${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
  ];
}

/**
 * Deploys like `npm run deploy`, with the templates in that stage's folder, and reuses templates
 * that are already there. Rejects if a resource can't be created.
 */
export async function deploy(
  emulator: Emulator,
  folder: string,
  stage: Stage,
): Promise<Deployment> {
  const { name, context } = stage;
  const outputsFile = join(folder, `${name}.outputs.json`);
  const assembly = join(folder, name);
  await cdk(emulator, [
    'deploy',
    '--all',
    '--require-approval=never',
    '--progress=events',
    `--outputs-file=${outputsFile}`,
    ...(existsSync(assembly) ? [`--app=${assembly}`] : intoFolder(folder, stage)),
  ]);
  const outputs = Outputs.parse(JSON.parse(await readFile(outputsFile, 'utf8')));
  const apiUrl = outputs[`RegistryService-${name}`]?.['ApiUrl']?.replace(/\/$/, '') ?? '';
  const idOf = (stack: string) => {
    const id = (outputs[`${stack}-${name}`] ?? outputs[`RegistryService-${name}`])?.['ApiId'];
    if (id === undefined) throw new Error(`${stack} has no API`);
    return id;
  };
  const urlOf = (id: string) => `${emulator.url}/_aws/execute-api/${id}/${name}`;
  return {
    stage: name,
    url: urlOf(idOf('RegistryService')),
    pagesUrl: urlOf(idOf('RegistryPages')),
    operatorsUrl: urlOf(idOf('RegistryOperators')),
    operatorsApiId: idOf('RegistryOperators'),
    outputs: Object.assign({}, ...Object.values(outputs)),
    links: 'domainName' in context ? `https://${context['domainName']}` : apiUrl,
  };
}

/** Destroys the service stack, and keeps the data. */
export async function destroyService(emulator: Emulator, folder: string, { name }: Stage) {
  await cdk(emulator, ['destroy', 'RegistryService', '--force', `--app=${join(folder, name)}`]);
}
