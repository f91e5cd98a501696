/** The number of indexes on one list. */
export const statusListSize = 100_000;

/** How long a verifier can rely on a response, in seconds. */
export const statusListTtl = 900;

/** How long a list may be used without a new fetch, in seconds. After a day offline, a status is unknown. */
export const statusListLifetime = 86_400;

/** The age after which an unchanged list is signed again, in milliseconds: an hour. */
export const statusListAge = 3_600_000;

/** The maximum number of lists for one month. */
const listsOfMonth = 50;

/**
 * The list for credentials that expire at this instant (ISO 8601). Credentials of one month share
 * lists, so a list ends with them and no index is reused. `attempt` counts from 0: the first four
 * attempts use the month's first list, the next four its second, and so on. So the next list begins
 * when the previous one is nearly full, without a counter.
 */
export function statusListOf(expiresAt: string, attempt: number): string {
  const place = Math.min(listsOfMonth, 1 + Math.floor(attempt / 4));
  return `${expiresAt.slice(0, 7)}-${place}`;
}

/**
 * Whether the list currently exists: of this month, the previous one, or the next two, in which
 * credentials issued today expire.
 */
export function isStatusList(list: string, now: Date): boolean {
  const [, year, month, place] = /^(\d{4})-(\d{2})-([1-9]\d?)$/.exec(list) ?? [];
  if (Number(place) > listsOfMonth || !(Number(month) >= 1 && Number(month) <= 12)) return false;
  const ahead = (Number(year) - now.getUTCFullYear()) * 12 + Number(month) - 1 - now.getUTCMonth();
  return ahead >= -1 && ahead <= 2;
}

export function statusListUri(baseUrl: string, list: string): string {
  return `${baseUrl}/credentials/status/${list}`;
}

/** The list with this URL; null for any other text. */
export function statusListAt(baseUrl: string, uri: string): string | null {
  const beginning = statusListUri(baseUrl, '');
  return uri.startsWith(beginning) ? uri.slice(beginning.length) : null;
}

/**
 * The bits of a list (Token Status List, section 4.1): one bit for each index, the first one in the
 * lowest bit of the first byte; 0 is valid, 1 is invalid.
 */
export function packedStatuses(
  revoked: Iterable<number>,
  size: number = statusListSize,
): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(size / 8));
  for (const index of revoked) {
    const byte = Math.floor(index / 8);
    const before = bytes[byte];
    if (before !== undefined) bytes[byte] = before | (1 << (index % 8));
  }
  return bytes;
}

/** How often one network can read a list. */
export const statusListReads = { kind: 'status_list', max: 120, window: 60_000 };
