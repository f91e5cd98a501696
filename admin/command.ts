import type { Body } from './body.ts';
import type { Column } from './column.ts';
import type { Tool } from './tool.ts';

/** One field of a body or a query. Its option is its name in kebab case, dots included. */
export interface Field {
  /** The field's place: `email`, or `address.line1` for a nested field. */
  readonly name: string;
  /** `list`: given repeatedly. `flag`: `--x` and `--no-x`. `json`: any JSON value. */
  readonly kind: 'text' | 'integer' | 'flag' | 'list' | 'json';
  readonly about: string;
  /** The placeholder for the value in the help, such as `date`. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly required?: boolean;
  /** Whether the word `none` sends null in a PATCH. A list that is not clearable becomes empty. */
  readonly clearable?: boolean;
  /** Whether the word `none` sends an empty list. */
  readonly emptiable?: boolean;
}

/** A command for one route. The executor knows only these fields. */
export interface Command {
  readonly name: string;
  readonly about: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below `/admin/v1`. Each `{name}` is an argument of the command, in this order. */
  readonly path: `/${string}`;
  /** The help text of an argument; by default its name and the command that lists it. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Query parameters. `columns` adds those for paging. */
  readonly filters?: readonly Field[];
  /** The body's fields. If present, the command also takes `--body`. */
  readonly fields?: readonly Field[];
  /** Body fields that are arguments, after those of the path, instead of options. */
  readonly operands?: readonly string[];
  /** Fields of the body that the command itself implies, such as the decision of `reviews approve`. */
  readonly preset?: Body;
  /** A last argument: a file with fields of the body, which options override. */
  readonly file?: {
    readonly about: string;
    readonly largest: number;
    readonly fields: (path: string, content: Buffer) => Body;
  };
  /** Present: the answer is a list, shown as a table. */
  readonly columns?: readonly Column[];
  /** The list is short and has no pages. */
  readonly unpaged?: true;
  /** Present: the answer is a list, and all its pages are written as CSV with these fields. */
  readonly csv?: readonly string[];
  /** Body fields that this command does not take, because it does only one of the things that its route can. */
  readonly omits?: readonly string[];
  /** Present: requests all pages and combines their results. */
  readonly walk?: (
    ask: (change: Body, cursor: string | null) => Promise<unknown>,
    notice: (text: string) => void,
  ) => Promise<unknown>;
  /** Fields of a row whose nested fields vary from row to row. In CSV each is one cell that includes their names. */
  readonly named?: readonly string[];
  /** The field of the answer with a secret, shown only once, unless it is null. */
  readonly secret?: string;
  /** Printed after the answer if the answer does not show what was done. */
  readonly done?: string;
  /** An irreversible effect: asks for confirmation, unless `--yes` is given. */
  readonly confirm?: string;
  /** A flag with which the command changes nothing and asks nothing. */
  readonly harmless?: string;
  /** The arguments after `npm run admin --`. */
  readonly example: string;
}

/** Commands about one kind of thing, and the groups below it. */
export interface Group {
  readonly name: string;
  readonly about: string;
  /** What `{id}` in the paths of its commands identifies, such as `review`. */
  readonly item?: string;
  /** The group's heading in the help. */
  readonly heading?: string;
  readonly commands: readonly Command[];
  readonly groups?: readonly Group[];
  /** Commands that call no single route. */
  readonly tools?: readonly Tool[];
}

/** The body's fields as the command takes them. Only a PATCH can clear fields. */
export function bodyFields({ method, fields = [] }: Command): readonly Field[] {
  if (method === 'PATCH') return fields;
  return fields.map(({ clearable: _, ...field }) => field);
}

/** The fields that are arguments, in their order. */
export function operandsOf({ operands = [], fields = [] }: Command): readonly Field[] {
  return operands.flatMap((requested) => fields.filter(({ name }) => name === requested));
}

type Extras = Omit<Field, 'name' | 'kind' | 'about'>;

export const text = (name: string, about: string, extras: Extras = {}): Field => ({
  name,
  kind: 'text',
  about,
  ...extras,
});

export const date = (name: string, about: string, extras: Extras = {}): Field =>
  text(name, about, { value: 'date', ...extras });

export const integer = (name: string, about: string, extras: Extras = {}): Field => ({
  name,
  kind: 'integer',
  about,
  value: 'number',
  ...extras,
});

export const flag = (name: string, about: string): Field => ({ name, kind: 'flag', about });

export const list = (name: string, about: string, extras: Extras = {}): Field => ({
  name,
  kind: 'list',
  about,
  ...extras,
});

/** An address: whole as JSON, or field by field. */
export const address = (name: string, about: string): readonly Field[] => [
  { name, kind: 'json', about, value: 'json', clearable: true },
  text(`${name}.line1`, 'first line of the address'),
  text(`${name}.line2`, 'second line of the address', { clearable: true }),
  text(`${name}.city`, 'city'),
  text(`${name}.state`, 'state or province', { clearable: true }),
  text(`${name}.postalCode`, 'postal code', { value: 'code' }),
  text(`${name}.country`, 'country', { value: 'country' }),
];

/** The same field, but optional, for a revision. */
export const optional = ({ required: _, ...field }: Field): Field => field;
