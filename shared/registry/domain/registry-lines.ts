const SEPARATOR = '\n';

/**
 * Short texts joined into one, so that a single native search covers all of them. Line `n` starts
 * at `starts[n]`; the last entry of `starts` is where a further line would start.
 */
export interface Lines {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly count: number;
}

/** Joins texts, none of which may hold a line feed, into lines. */
export function joinLines(texts: readonly string[]): Lines {
  const starts = new Uint32Array(texts.length + 1);
  let end = 0;
  for (const [line, text] of texts.entries()) {
    starts[line] = end;
    end += text.length + SEPARATOR.length;
  }
  starts[texts.length] = end;
  return { text: texts.join(SEPARATOR), starts, count: texts.length };
}

/**
 * The numbers of the lines that contain every one of `words` (at least one, none of them empty or
 * with a line feed), ascending. The cost follows the rarest word: from a line that lacks a word, the
 * search leaps to the next line that has it. Reorders `words`, the rarest seen first, so that a
 * search over further lines with the same array starts with it.
 */
export function linesWithAll(lines: Lines, words: string[]): number[] {
  const found: number[] = [];
  let line = 0;
  let agreeing = 0;
  while (line < lines.count) {
    const word = words[agreeing];
    if (word === undefined) {
      found.push(line);
      line += 1;
      agreeing = 0;
      continue;
    }
    const next = lineWith(lines, word, line);
    if (next === line) {
      agreeing += 1;
    } else {
      words.copyWithin(1, 0, agreeing);
      words[0] = word;
      line = next;
      agreeing = 1;
    }
  }
  return found;
}

/** The first line from `from` on that contains `word`, or `lines.count`. */
function lineWith({ text, starts, count }: Lines, word: string, from: number): number {
  const position = text.indexOf(word, startOf(starts, from));
  if (position === -1) return count;
  let low = from;
  let high = from + 1;
  for (let step = 1; high < count && startOf(starts, high) <= position; step *= 2) {
    low = high;
    high = Math.min(count, high + step);
  }
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (startOf(starts, middle) <= position) low = middle;
    else high = middle;
  }
  return low;
}

function startOf(starts: Uint32Array, line: number): number {
  return starts[line] ?? 0;
}
