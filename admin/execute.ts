import { readFile, stat } from 'node:fs/promises';
import { type Body, composeBody, composeQuery, type Given, parseBody } from './body.ts';
import { type Call, callService, encode } from './call-service.ts';
import { type Row, valueAt } from './column.ts';
import { bodyFields, type Command, operandsOf } from './command.ts';
import { Failure } from './failure.ts';
import { present } from './present.ts';
import type { Target } from './target.ts';
import type { Terminal } from './terminal.ts';

/** A command as it was typed. */
export interface Invocation {
  readonly command: Command;
  /** The values of the path's `{names}`, then the operands, then the file. */
  readonly arguments: readonly string[];
  readonly given: Given;
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
  readonly all: boolean;
  /** The source of the JSON body; `-` is standard input. */
  readonly body?: string | undefined;
  readonly yes: boolean;
  /** How the answer is shown, for people by default. CSV is for lists. */
  readonly format: Format;
}

export const formats = ['table', 'csv', 'json'] as const;
export type Format = (typeof formats)[number];

/** Runs a command: asks for confirmation if needed, calls the service, shows the answer. Throws a Failure. */
export async function execute(
  invocation: Invocation,
  target: Target,
  terminal: Terminal,
): Promise<void> {
  const { command } = invocation;
  const body = await bodyOf(invocation, terminal);
  const call: Call = {
    method: command.method,
    path: pathOf(command, invocation.arguments),
    query: { ...composeQuery(command.filters ?? [], invocation.given), ...paging(invocation) },
    ...(body !== undefined && { body }),
  };
  const { harmless } = command;
  const isHarmless = harmless !== undefined && body?.[harmless] === true;
  if (!isHarmless) await confirm(invocation, terminal);
  const whole = invocation.all || command.csv !== undefined;
  const answer = command.walk
    ? await command.walk((change, cursor) => {
        const query = cursor === null ? call.query : { ...call.query, cursor };
        return callService(target, { ...call, query, body: { ...body, ...change } });
      }, terminal.notice)
    : whole
      ? await callAll(target, call)
      : await callService(target, call);
  if (invocation.format === 'json') terminal.write(`${JSON.stringify(answer, null, 2)}\n`);
  else present(command, answer, terminal, invocation.format);
}

function pathOf({ path }: Command, values: readonly string[]): string {
  let index = 0;
  return path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[index] ?? '';
    index += 1;
    // `.` and `..` would be treated as steps in the path.
    if (/^\.{0,2}$/.test(value))
      throw new Failure('usage', `<${name}> is not a valid id: '${value}'`);
    return encode(value);
  });
}

async function bodyOf(invocation: Invocation, terminal: Terminal): Promise<Body | undefined> {
  const { command, given } = invocation;
  if (command.fields === undefined) return undefined;
  const base = {
    ...(command.file && (await fileFields(command.file, invocation.arguments.at(-1) ?? ''))),
    ...(invocation.body !== undefined && (await readBody(invocation.body, terminal))),
    ...operandFields(invocation),
  };
  const body = { ...composeBody(bodyFields(command), given, base), ...command.preset };
  if (command.method === 'PATCH' && Object.keys(body).length === 0) {
    throw new Failure('usage', 'nothing to change: give at least one option');
  }
  return body;
}

/** They follow the values of the path. */
function operandFields({ command, arguments: values }: Invocation): Body {
  const inPath = command.path.match(/\{[^{}]+\}/g)?.length ?? 0;
  return Object.fromEntries(
    operandsOf(command).map(({ name }, index) => [name, values[inPath + index]]),
  );
}

async function readBody(source: string, terminal: Terminal): Promise<Body> {
  if (source === '-') return parseBody(await terminal.readInput(), 'standard input');
  return parseBody((await read(source)).toString('utf8'), source);
}

async function fileFields(
  { largest, fields }: NonNullable<Command['file']>,
  path: string,
): Promise<Body> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > largest) {
    throw new Failure('usage', `${path} has ${size} bytes; the maximum is ${largest}`);
  }
  return fields(path, await read(path));
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new Failure('usage', `can't read ${path}${reason}`);
  }
}

async function confirm({ command, yes }: Invocation, { ask }: Terminal): Promise<void> {
  if (command.confirm === undefined || yes) return;
  if (ask === null) throw new Failure('usage', `${command.confirm} Confirm with --yes.`);
  const answer = await ask(`${command.confirm} Continue? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure('refused', 'Nothing was changed.');
}

function paging({ command, limit, cursor, all }: Invocation): Record<string, string> {
  if (command.csv !== undefined) return { limit: '100' };
  if (command.columns === undefined || command.unpaged) return {};
  const size = limit ?? (all ? '100' : undefined);
  return { ...(size !== undefined && { limit: size }), ...(cursor !== undefined && { cursor }) };
}

/** Follows the cursor to the end, and returns one answer with the rows of all pages. */
async function callAll(target: Target, call: Call): Promise<unknown> {
  const data: Row[] = [];
  let query = call.query;
  for (;;) {
    const answer = await callService(target, { ...call, query });
    const rows = valueAt(answer, 'data');
    if (Array.isArray(rows)) data.push(...rows);
    const cursor = valueAt(answer, 'pagination.nextCursor');
    if (typeof cursor !== 'string') {
      return { data, pagination: { limit: valueAt(answer, 'pagination.limit'), nextCursor: null } };
    }
    query = { ...query, cursor };
  }
}
