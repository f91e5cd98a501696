const order = 'beginning, key, name, id';

/** Whether the name is the query or begins with it; the first two conditions are those that the index knows. */
const starts = '(beginning >= :beginning AND beginning < :beyond AND starts_with(key, :key))';

/**
 * The search for a query of so many words: at most `:most` answers in the registry's order of relevance (see
 * registry-index.ts). Each rank is sought for itself, in order, so that frequent words end with the last that is wanted;
 * one for which nothing is left to find is not sought at all.
 */
export function searchStatement(words: number): string {
  const all = Array.from({ length: words }, (_, at) => `key LIKE :word_${at}`).join(' AND ');
  const found = (name: string, where: string, before: readonly string[]) => {
    const left = before.map((each) => ` - (SELECT count(*) FROM ${each})`).join('');
    return `${name} AS MATERIALIZED (
  SELECT * FROM (SELECT ${order}, answer FROM registry WHERE ${where} ORDER BY ${order} LIMIT CAST(:most AS bigint)) AS sought
  LIMIT CAST(:most AS bigint)${left}
)`;
  };
  const ranks = ['starting', 'at_word', 'containing'];
  return `WITH
${found('starting', starts, [])},
${found('at_word', `key LIKE :at_word AND NOT ${starts}`, ['starting'])},
${found('containing', `((${all}) OR number LIKE :whole) AND key NOT LIKE :at_word AND NOT ${starts}`, ['starting', 'at_word'])}
SELECT answer FROM (
${ranks.map((rank, at) => `  SELECT ${at} AS rank, * FROM ${rank}`).join('\n  UNION ALL\n')}
) AS found
ORDER BY rank, ${order}`;
}
