/** Columns whose cells are lists, with entries separated by semicolons. */
const lists: ReadonlySet<string> = new Set(['citizenships', 'representatives']);

/** Columns whose cells are JSON. */
const json: ReadonlySet<string> = new Set(['formerNames']);

const flags: ReadonlySet<string> = new Set([
  'emailVerified',
  'nameStartsWithExtension',
  'createdViaAPI',
]);

/**
 * The record of a CSV row. `address.line1` is a nested field; an empty cell is no field. A value of the wrong type
 * stays text, and the schema reports it.
 */
export function csvRecord(
  row: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const record: Record<string, unknown> = {};
  for (const [name, cell] of Object.entries(row)) {
    if (cell === '') continue;
    const [first = '', second] = name.split('.', 2);
    if (second === undefined) record[first] = valueIn(first, cell);
    else record[first] = { ...Object(record[first]), [second]: cell };
  }
  return record;
}

function valueIn(name: string, cell: string): unknown {
  if (flags.has(name)) return cell === 'true' ? true : cell === 'false' ? false : cell;
  if (name === 'size') return /^[0-9]{1,15}$/.test(cell) ? Number(cell) : cell;
  if (lists.has(name)) {
    const entries = cell.split(';').map((entry) => entry.trim());
    return name === 'representatives' ? entries.map((person) => ({ person })) : entries;
  }
  if (!json.has(name)) return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
