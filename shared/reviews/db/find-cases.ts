import { keys } from '../../kernel/db/keys.ts';
import { readAll, readPart } from '../../kernel/db/page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { beginningOf, caseText, hasBeginning } from './review-queue.ts';
import { StoredReview } from './reviews.ts';

/** The maximum number of cases in a search result; the newest are returned. */
export const mostFound = 50;

/** The maximum number of index entries read per search, because short search texts match very many. */
const mostSought = 200;

const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const permitNumber = /^[89]\d{13}$/;

/**
 * Searches cases by the beginning of a word in the name, a permit number (person or legal entity), or the id of a
 * review, its subject, a person or a legal entity. Newest first. Two round trips, three for a permit number.
 */
export async function findCases(text: string, table: Table): Promise<readonly StoredReview[]> {
  const typed = text.trim().toLowerCase();
  const found = await Promise.all([
    byName(text, table),
    permitNumber.test(typed) ? byPermitNumber(typed, table) : [],
    ...(id.test(typed) ? [byId(typed, table)] : []),
  ]);
  return behind(found.flat(), table);
}

/** Cases that concern any of the given `about` keys (persons and legal entities), newest first. Two round trips. */
export async function casesAbout(
  about: readonly string[],
  table: Table,
): Promise<readonly StoredReview[]> {
  const found = await Promise.all(about.map((each) => placesAbout(each, table)));
  return behind(found.flat(), table);
}

async function byName(text: string, table: Table): Promise<readonly Item[]> {
  const sought = caseText(text);
  const beginning = beginningOf(sought);
  if (beginning === null) return [];
  const { items } = await readPart(
    table,
    { value: keys.reviewWord(beginning, '', '').pk },
    { limit: mostSought },
  );
  return items.filter((item) => hasBeginning(String(item['text']), sought));
}

async function byPermitNumber(number: string, table: Table): Promise<readonly Item[]> {
  const claim = await getItem(table, keys.residentPermitNumber(number));
  return claim === undefined ? [] : placesAbout(String(claim['ownerId']), table);
}

async function byId(typed: string, table: Table): Promise<readonly Item[]> {
  const own = keys.review(typed);
  const [ofSubject, about] = await Promise.all([
    readAll(table, { value: keys.reviewOf(typed, '').pk }),
    placesAbout(typed, table),
  ]);
  return [{ itemPk: own.pk, itemSk: own.sk }, ...ofSubject, ...about];
}

async function placesAbout(about: string, table: Table): Promise<readonly Item[]> {
  const partition = { value: keys.reviewParty(about, '', '').pk };
  return (await readPart(table, partition, { limit: mostFound })).items;
}

async function behind(places: readonly Item[], table: Table): Promise<readonly StoredReview[]> {
  const requested = new Map(
    places.map(({ itemPk, itemSk }) => [
      String(itemPk),
      { pk: String(itemPk), sk: String(itemSk) },
    ]),
  );
  const items = await getItems(table, [...requested.values()].slice(0, 100));
  return items
    .flatMap((item) => parseFound(StoredReview, item) ?? [])
    .toSorted((left, right) => (left.createdAt > right.createdAt ? -1 : 1))
    .slice(0, mostFound);
}
