import { Command as CommanderCommand, Option } from 'commander';
import { bodyFields, type Command, type Field, type Group, operandsOf } from './command.ts';
import { type Format, formats, type Invocation } from './execute.ts';
import { Failure } from './failure.ts';
import { fieldOptions } from './field-options.ts';
import type { TargetOptions } from './target.ts';
import type { Terminal } from './terminal.ts';
import type { Tool } from './tool.ts';

type Run = (invocation: Invocation, target: TargetOptions) => Promise<void>;
type RunTool = (
  tool: Tool,
  options: Readonly<Record<string, unknown>>,
  target: TargetOptions,
) => Promise<void>;

const script = 'npm run admin --';

/** The whole command line, built from the groups; `run` is called with the input. */
export function buildProgram(
  groups: readonly Group[],
  { write, notice, width }: Terminal,
  run: Run,
  runTool: RunTool = async () => {},
  tools: readonly Tool[] = [],
): CommanderCommand {
  const program = new CommanderCommand(script)
    .description("The operators' command: the registry's /admin/v1 from a shell.")
    .usage('<group> <command> [arguments] [options]')
    .option(
      '--url <url>',
      'address of the service (REGISTRY_URL; default: the local service of this folder)',
    )
    .option('--profile <name>', 'AWS profile to sign with (AWS_PROFILE)')
    .option(
      '--region <region>',
      'AWS region of the service (default: the region in the URL, then AWS_REGION)',
    )
    .option('--during-maintenance', 'write although maintenance is on')
    .option('--as <name>', 'operator to act as, only with a local service (default local)')
    .option('--json', "print the service's answer as JSON")
    .exitOverride()
    .configureOutput({
      writeOut: write,
      writeErr: notice,
      getOutHelpWidth: () => width ?? 100,
      getErrHelpWidth: () => width ?? 100,
    })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(see --help)')
    .helpCommand(false)
    .addHelpText('after', afterHelp);
  for (const group of groups) addGroup(program, group, run, runTool);
  for (const tool of tools) addTool(program, tool, runTool);
  return program;
}

const afterHelp = `
Examples:
  ${script} persons list
  ${script} persons create --email ada@example.com --given-name Ada
  ${script} keys issue --help
  REGISTRY_URL=https://ID.execute-api.eu-west-1.amazonaws.com/dev ${script} audit list

Exit codes: 0 done, 1 refused by the service, 2 wrong usage, 3 no answer, 4 credentials missing or refused, 5 waits for a second operator.`;

function addGroup(
  parent: CommanderCommand,
  group: Group,
  run: Run,
  runTool: RunTool,
  above: readonly string[] = [],
): void {
  const path = [...above, group.name];
  const names = [...group.commands, ...(group.tools ?? []), ...(group.groups ?? [])]
    .map(({ name }) => name)
    .join(', ');
  const command = parent
    .command(group.name)
    .summary(`${group.about}: ${names}`)
    .description(`${group.about}.`)
    .usage('<command> [arguments] [options]')
    .helpCommand(false)
    .addHelpText('after', examples([...group.commands, ...(group.tools ?? [])].slice(0, 2)));
  if (group.heading) command.helpGroup(`${group.heading}:`);
  for (const each of group.commands) addCommand(command, each, run, { group, path });
  for (const each of group.tools ?? []) addTool(command, each, runTool);
  for (const each of group.groups ?? []) addGroup(command, each, run, runTool, path);
}

/** Where an id is found, if it is not in the list of the command's own group. */
const listsOf: Readonly<Record<string, string>> = {
  person: 'persons list',
  entity: 'entities list',
  client: 'clients list',
  integration: 'integrations list',
  residency: 'persons show',
};

/** Whose id an argument is, and the command that shows it. */
function aboutId(name: string, { group, path }: { group: Group; path: readonly string[] }): string {
  const list = group.commands.find(({ columns }) => columns)?.name ?? 'list';
  const source = listsOf[name] ?? [...path, list].join(' ');
  return `id of the ${name === 'id' ? group.item : name}, from \`${source}\``;
}

function examples(commands: readonly Pick<Command, 'example'>[]): string {
  return `\nExamples:\n${commands.map(({ example }) => `  ${script} ${example}`).join('\n')}`;
}

function addTool(parent: CommanderCommand, tool: Tool, runTool: RunTool): void {
  const command = parent
    .command(tool.name)
    .description(`${tool.about}.`)
    .addHelpText('after', `\nExample:\n  ${script} ${tool.example}`);
  const named = tool.arguments ?? [];
  for (const [name, about] of named) command.argument(`<${name}>`, about);
  for (const [flags, about] of tool.options) command.option(flags, about);
  command.action(async () => {
    const options: Readonly<Record<string, unknown>> = {
      ...command.optsWithGlobals(),
      ...Object.fromEntries(named.map(([name], index) => [name, command.args[index]])),
    };
    await runTool(tool, options, targetOf(options));
  });
}

function addCommand(
  parent: CommanderCommand,
  declared: Command,
  run: Run,
  place: { group: Group; path: readonly string[] },
): void {
  const command = parent
    .command(declared.name)
    .description(`${declared.about}.`)
    .addHelpText('after', `\nExample:\n  ${script} ${declared.example}`);
  for (const [, name = ''] of declared.path.matchAll(/\{([^{}]+)\}/g)) {
    command.argument(`<${name}>`, declared.arguments?.[name] ?? aboutId(name, place));
  }
  for (const { name, about } of operandsOf(declared)) command.argument(`<${name}>`, about);
  if (declared.file) command.argument('<file>', declared.file.about);
  const operands = new Set(declared.operands);
  const fields = [...(declared.filters ?? []), ...bodyFields(declared)].filter(
    ({ name }) => !operands.has(name),
  );
  const isChange = declared.method === 'PATCH';
  const attributes = fields.map((field) => addField(command, field, isChange));
  if (declared.fields) {
    command.option('--body <file>', 'JSON file with the fields (- for standard input)');
  }
  if (declared.columns) {
    const option = new Option('--format <format>', 'table, csv or json (default table)');
    command.addOption(option.choices(formats));
  }
  if (declared.columns && !declared.unpaged) addPaging(command);
  if (declared.confirm) command.option('--yes', 'do not ask for confirmation');
  command.action(async () => {
    const options: Readonly<Record<string, unknown>> = command.optsWithGlobals();
    const given = attributes.filter(([, attribute]) => options[attribute] !== undefined);
    await run(
      {
        command: declared,
        arguments: command.args,
        given: new Map(given.map(([name, attribute]) => [name, options[attribute]])),
        limit: textOf(options['limit']),
        cursor: textOf(options['cursor']),
        all: options['all'] === true,
        body: textOf(options['body']),
        yes: options['yes'] === true,
        format: formatOf(options),
      },
      targetOf(options),
    );
  });
}

function targetOf(options: Readonly<Record<string, unknown>>): TargetOptions {
  return {
    url: textOf(options['url']),
    profile: textOf(options['profile']),
    region: textOf(options['region']),
    as: textOf(options['as']),
    duringMaintenance: options['duringMaintenance'] === true,
  };
}

/** Adds the field's options; returns its name, and the name under which commander keeps its value. */
function addField(
  command: CommanderCommand,
  field: Field,
  isChange: boolean,
): readonly [string, string] {
  const options = fieldOptions(field, isChange);
  for (const option of options) command.addOption(option);
  return [field.name, options[0]?.attributeName() ?? ''];
}

function addPaging(command: CommanderCommand): void {
  command
    .option('--limit <number>', 'rows per page, 1 to 100 (default 50)')
    .option('--cursor <cursor>', 'cursor of the next page, from the previous answer')
    .addOption(new Option('--all', 'all pages').conflicts('cursor'));
}

function formatOf(options: Readonly<Record<string, unknown>>): Format {
  const { json, format } = options;
  if (json === true && format !== undefined && format !== 'json')
    throw new Failure('usage', `--json can't be combined with --format ${String(format)}`);
  if (json === true) return 'json';
  return formats.find((known) => known === format) ?? 'table';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
