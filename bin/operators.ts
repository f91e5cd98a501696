import { readFileSync, writeFileSync } from 'node:fs';
import type { Command as CommanderCommand, Option } from 'commander';
import type { Group } from '../admin/command.ts';
import { groups, tools } from '../admin/commands/index.ts';
import { preflightUsage } from '../admin/preflight/run-preflight.ts';
import { buildProgram } from '../admin/program.ts';
import { smokeUsage } from '../admin/smoke/run-smoke.ts';
import { processTerminal } from '../admin/terminal.ts';
import { itemRules, keepingRules } from '../shared/kernel/domain/item-rules.ts';
import {
  decisions,
  type StaffAct,
  type StaffRole,
  staffActs,
  staffRoles,
} from '../shared/staff/domain/staff-rights.ts';
import { deployUsage } from './deploy.ts';
import { withPart } from './runbook.ts';

const page = (name: string) => new URL(`../docs/operators/${name}.md`, import.meta.url);

/** The generated operators' pages, whole or in part. */
export function operatorsPages(): readonly { readonly file: URL; readonly text: string }[] {
  const part = (name: string, title: string, text: string) => ({
    file: page(name),
    text: withPart(readFileSync(page(name), 'utf8'), title, text),
  });
  return [
    { file: page('commands'), text: commandsPage() },
    part('staff', 'roles', rolesTable()),
    part('retention', 'erasure', erasureTable()),
  ];
}

const intro = `# All commands

Written by \`npm run generate\` from the program. \`--help\` shows the same. [Command line](command-line.md) explains how to
connect. Every command also takes [these options](#every-command). "One of" lists all allowed values.`;

function commandsPage(): string {
  const program = buildProgram(groups, processTerminal(), async () => {}, undefined, tools);
  const headings = [...new Set(groups.map(({ heading = '' }) => heading))];
  const sections = headings.flatMap((heading) => [
    `## ${heading}`,
    ...groups
      .filter((group) => (group.heading ?? '') === heading)
      .flatMap((group) => ofGroup(program, group, [])),
  ]);
  const alone = tools.map((tool) => ofCommand(program, [], tool));
  const everywhere = ['## Every command', optionsOf(program.options).join('\n')];
  return `${[intro, ...everywhere, ...sections, '## Other commands', ...alone, ...programs].join('\n\n')}\n`;
}

const programs = Object.entries({
  deploy: deployUsage,
  preflight: preflightUsage,
  smoke: smokeUsage,
}).map(([name, usage]) => `## npm run ${name}\n\n\`\`\`text\n${usage}\`\`\``);

function ofGroup(
  parent: CommanderCommand,
  group: Group,
  above: readonly string[],
): readonly string[] {
  const command = named(parent, group.name);
  const path = [...above, group.name];
  return [
    `### ${path.join(' ')}\n\n${group.about}.`,
    ...[...group.commands, ...(group.tools ?? [])].map((each) => ofCommand(command, path, each)),
    ...(group.groups ?? []).flatMap((each) => ofGroup(command, each, path)),
  ];
}

interface Described {
  readonly name: string;
  readonly about: string;
  readonly example: string;
}

function ofCommand(
  parent: CommanderCommand,
  above: readonly string[],
  { name, about, example }: Described,
): string {
  const { options, registeredArguments } = named(parent, name);
  const operands = registeredArguments.map((each) => ({
    line: `- \`<${each.name()}>\`: ${each.description}`,
    name: `<${each.name()}>`,
  }));
  const title = [...above, name, ...operands.map((each) => each.name)].join(' ');
  const lines = [...operands.map(({ line }) => line), ...optionsOf(options)];
  return [
    `${above.length === 0 ? '###' : '####'} ${above.concat(name).join(' ')}`,
    `\`${title}\`: ${about}.`,
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    `\`\`\`console\n$ npm run -s admin -- ${example}\n\`\`\``,
  ].join('\n\n');
}

function named(parent: CommanderCommand, name: string): CommanderCommand {
  const found = parent.commands.find((each) => each.name() === name);
  if (found === undefined) throw new Error(`the program has no ${name}`);
  return found;
}

function optionsOf(options: readonly Option[]): readonly string[] {
  const shown = options.filter(({ hidden }) => !hidden);
  return shown.map(({ flags, description, argChoices = [] }) => {
    const choices = argChoices.map((choice) => `\`${choice}\``).join(', ');
    return `- \`${flags}\`: ${description}${choices === '' ? '' : `. One of ${choices}`}`;
  });
}

/** The name of each act, in the order of the code. */
const actNames: Readonly<Record<StaffAct, string>> = {
  'queue.read': 'see the queue',
  'case.read': 'see a case with its documents',
  'case.claim': 'assign a case to yourself',
  'case.release': 'unassign it',
  'case.note': 'add a note',
  'case.ask': 'ask the applicant',
  'case.approve': 'approve, or give the first approval',
  'case.approve_second': 'give the second approval',
  'case.reject': 'reject',
  'mailbox.read': 'see cases of [lost mailboxes](lost-mailboxes.md)',
  'mailbox.open': 'open such a case',
  'mailbox.evidence': 'add evidence',
  'mailbox.open_evidence': 'read the evidence',
  'mailbox.approve': 'give its first approval',
  'mailbox.approve_second': 'give its second approval',
  'mailbox.refuse': 'refuse it',
  'mailbox.withdraw': 'withdraw it',
  'people.read': 'find people',
  'mail.resend': 'send someone an email again',
  'audit.read': 'read the audit trail',
  'console.read': 'see the console',
  'console.act': 'change data in the console',
};

/** The roles that may see the pages on which an act is done. */
function seenBy(act: StaffAct): readonly StaffRole[] {
  const shown: Readonly<Record<string, StaffAct>> = { mail: 'people.read', queue: 'queue.read' };
  const [area = ''] = act.split('.');
  return staffActs[shown[area] ?? (`${area}.read` as StaffAct)];
}

/** How the pages answer a role's act: `yes`, 403 if the role may see the page, or 404. */
export function answerTo(act: StaffAct, who: StaffRole | 'nobody'): 'yes' | '403' | '404' {
  if (who === 'nobody') return '404';
  const allowed: readonly StaffRole[] = staffActs[act];
  if (allowed.includes(who)) return 'yes';
  return seenBy(act).includes(who) ? '403' : '404';
}

function rolesTable(): string {
  const acts = Object.keys(staffActs) as StaffAct[];
  const rows = acts.map((act) => {
    const answers = staffRoles.map((role) => answerTo(act, role));
    const cells = [
      `\`${act}\`: ${actNames[act]}`,
      ...answers,
      decisions.includes(act) ? 'yes' : 'no',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head = ['Act', ...staffRoles, 'needs a passkey'];
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows].join('\n');
}

function erasureTable(): string {
  const rows = Object.entries(itemRules).flatMap(([kind, { erasure: rule }]) => {
    if (rule.does === 'nothing') return [];
    const fields =
      rule.does === 'emptied'
        ? Object.keys(rule.fields)
            .map((field) => `\`${field}\``)
            .join(', ')
        : 'all';
    const fate = rule.does === 'kept' ? `kept ${keepingRules[rule.under]}` : 'erased';
    return [`| \`${kind}\` | ${fields} | ${fate} |`];
  });
  return ['| Item | Fields | What happens |', '|---|---|---|', ...rows].join('\n');
}

if (import.meta.main) for (const { file, text } of operatorsPages()) writeFileSync(file, text);
