import { type NameFeatures, type NameTools, nameFeatures } from './name-features.ts';
import {
  maybeSimilar,
  type NameSignature,
  nameSignature,
  soundsSame,
  spelledNearly,
} from './name-signature.ts';
import type { PackedRegistry } from './packed-registry.ts';
import type { RegistryRow, SearchEntry } from './registry-entry.ts';
import { type Similarity, similarityOf } from './similar-names.ts';

/** A row whose name is similar to another name. */
export interface SimilarRow extends Similarity {
  readonly row: RegistryRow;
}

/** Rows of the registry in memory. */
interface RowsInMemory {
  readonly packed: PackedRegistry | undefined;
  /** Whether what lies at a place of the packed registry is not what counts. */
  isGone(place: number): boolean;
  /** Rows beside it; one entry for each version of a row. */
  readonly loose: Iterable<SearchEntry>;
  /** What was computed for loose rows before. */
  readonly signatures: WeakMap<SearchEntry, NameSignature>;
}

/**
 * How names are found that are similar to one. It is handed to what holds the registry, so that searches do without the
 * tables and libraries that it takes.
 */
export interface SimilarFinder {
  readonly wanted: NameFeatures;
  inMemory(rows: RowsInMemory): readonly SimilarRow[];
  /** The row with its similarity; nothing where there is none. */
  judged(row: RegistryRow): readonly SimilarRow[];
}

/**
 * How many names are looked at whose signatures say that they may be similar. More would be those of a word that nearly
 * all have, or of one sound; what is the same, looks alike or has the same words is looked at first.
 */
const mostLookedAt = 500;

/**
 * Rows of a packed registry whose names are similar to a name, but for those that `isGone` says. Goes through the
 * signatures of all: some 3 ns for each.
 */
function packedSimilar(
  { arrays, facts, row }: PackedRegistry,
  isGone: RowsInMemory['isGone'],
  { wanted, judged }: Pick<SimilarFinder, 'wanted' | 'judged'>,
): readonly SimilarRow[] {
  const { looks, smallLooks, tellingWords, sounds, otherSounds } = arrays;
  const { letters, letterPairs, morePairs, lengths } = arrays;
  const signature = nameSignature(wanted);
  const alike: number[] = [];
  const sameWords: number[] = [];
  const near: number[] = [];
  for (let place = 0; place < facts.count; place += 1) {
    if (looks[place] === signature.looks || smallLooks[place] === signature.smallLooks) {
      alike.push(place);
    } else if (tellingWords[place] === signature.words) {
      sameWords.push(place);
    } else if (
      spelledNearly(
        signature,
        letters[place] ?? 0,
        letterPairs[place] ?? 0,
        morePairs[place] ?? 0,
        lengths[place] ?? 0,
      ) ||
      soundsSame(signature, sounds[place] ?? 0, otherSounds[place] ?? 0)
    ) {
      near.push(place);
    }
  }
  return [...alike, ...sameWords, ...near]
    .slice(0, mostLookedAt)
    .flatMap((place) => (isGone(place) ? [] : judged(row(place))));
}

/** The same of rows that are not packed. */
function looseSimilar(
  { loose, signatures }: RowsInMemory,
  { wanted, judged }: Pick<SimilarFinder, 'wanted' | 'judged'>,
  tools: NameTools,
): readonly SimilarRow[] {
  const signature = nameSignature(wanted);
  const found: SimilarRow[] = [];
  for (const entry of loose) {
    let own = signatures.get(entry);
    if (own === undefined) {
      own = nameSignature(nameFeatures(entry.row.name, tools));
      signatures.set(entry, own);
    }
    if (maybeSimilar(signature, own)) found.push(...judged(entry.row));
  }
  return found;
}

/** How names are found that are similar to this one. */
export function similarFinder(name: string, tools: NameTools): SimilarFinder {
  const wanted = nameFeatures(name, tools);
  const judged: SimilarFinder['judged'] = (row) => {
    // That of an annulled entity.
    if (row.name === '') return [];
    const similarity = similarityOf(wanted, nameFeatures(row.name, tools), tools);
    return similarity === null ? [] : [{ row, ...similarity }];
  };
  const finder = { wanted, judged };
  return {
    ...finder,
    inMemory: (rows) => [
      ...(rows.packed === undefined ? [] : packedSimilar(rows.packed, rows.isGone, finder)),
      ...looseSimilar(rows, finder, tools),
    ],
  };
}
