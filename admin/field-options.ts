import { InvalidArgumentError, Option } from 'commander';
import type { Field } from './command.ts';
import { optionName } from './option-name.ts';

/** The options of a field: one, or two for a flag. A change has no defaults, and can undo what a field set. */
export function fieldOptions(field: Field, isChange = false): readonly Option[] {
  const name = optionName(field.name);
  // The API requires the field, but the command fills it in.
  const hasDefault = field.about.includes('(default');
  const notes = [
    ...(field.required && !hasDefault ? ['required'] : []),
    ...(field.kind === 'list' ? ['repeat for several'] : []),
    ...(field.clearable ? ['`none` clears it'] : []),
    ...(field.emptiable && (isChange || field.required) ? ['`none` empties the list'] : []),
    ...(isChange && field.kind === 'flag' ? [`\`--no-${name}\` switches it off`] : []),
  ];
  const what = isChange ? field.about.replace(/ \(default[^()]*\)/, '') : field.about;
  const about = withNotes(what, notes);
  if (field.kind === 'flag') {
    return [new Option(`--${name}`, about), new Option(`--no-${name}`).hideHelp()];
  }
  const option = new Option(`--${name} <${field.value ?? 'text'}>`, about);
  if (field.choices) option.argChoices = [...field.choices];
  option.argParser((value: string, previous: unknown) => parseValue(field, value, previous));
  return [option];
}

/** Adds the notes in parentheses, within those of a default. */
function withNotes(what: string, notes: readonly string[]): string {
  if (notes.length === 0) return what;
  const joined = notes.join('; ');
  return /\(default[^()]*\)$/.test(what)
    ? `${what.slice(0, -1)}; ${joined})`
    : `${what} (${joined})`;
}

function parseValue(field: Field, value: string, previous: unknown): unknown {
  const none = value === 'none' && (field.clearable || field.kind === 'list');
  if (!none && field.choices && !field.choices.includes(value)) {
    throw new InvalidArgumentError(`Allowed choices are ${field.choices.join(', ')}.`);
  }
  switch (field.kind) {
    case 'list':
      return [...(Array.isArray(previous) ? previous : []), value];
    case 'integer':
      return none ? value : parseInteger(value);
    case 'json':
      return none ? value : parseJson(value);
    default:
      return value;
  }
}

function parseInteger(value: string): number {
  if (!/^-?\d{1,15}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}
