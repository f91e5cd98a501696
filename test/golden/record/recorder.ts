import type { World } from '../../support/world.ts';
import { later } from './recording-world.ts';

/** A request with an `Idempotency-Key`, and the first answer to it. */
export interface RecordedRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body. */
  readonly bodyBase64: string;
  readonly status: number;
  readonly answer: unknown;
}

/** A position in a list: the request for the next page, and that page's content. */
export interface RecordedCursor {
  readonly list: string;
  readonly path: string;
  /** The Partner Key; null: an operator. */
  readonly key: string | null;
  readonly ids: readonly string[];
}

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly key?: string;
  readonly body: unknown;
  readonly type?: string;
  /** The expected status. */
  readonly status?: number;
}

/** Stores what callers would store: stored answers and cursors. */
export function openRecorder(world: World) {
  const requests: RecordedRequest[] = [];
  const cursors: RecordedCursor[] = [];
  return {
    requests,
    cursors,
    /** Sends the request with a new key; returns its answer. */
    async idempotent(name: string, sent: Sent): Promise<Readonly<Record<string, unknown>>> {
      const { method = 'POST', path, key, body, type = 'application/json', status = 200 } = sent;
      later(world);
      const bytes = body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(toJson(body));
      const headers = {
        'content-type': type,
        'idempotency-key': `golden ${name}`,
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      };
      const response = await fetch(world.baseUrl + path, { method, headers, body: bytes });
      const answer: unknown = await response.json();
      if (response.status !== status) {
        throw new Error(`${name} answered ${response.status} ${JSON.stringify(answer)}`);
      }
      const bodyBase64 = bytes.toString('base64');
      requests.push({ name, method, path, headers, bodyBase64, status, answer });
      // Every answer of these routes is a JSON object.
      return answer as Readonly<Record<string, unknown>>;
    },
    /** Records the position after the first row of the list. `key` null: as an operator. */
    async cursor(list: string, path: string, key: string | null = null): Promise<void> {
      const read = (target: string) =>
        key === null ? world.admin('GET', target) : world.call('GET', target, { key });
      const more = path.includes('?') ? '&' : '?';
      const first = pageOf((await read(`${path}${more}limit=1`)).body);
      if (first.next === null) throw new Error(`${list} has one page only`);
      const next = `${path}${more}limit=2&cursor=${first.next}`;
      cursors.push({ list, path: next, key, ids: pageOf((await read(next)).body).ids });
    },
  };
}

export type Recorder = ReturnType<typeof openRecorder>;

/** Ids of a page's rows, and the cursor of the next page. */
function pageOf(body: unknown) {
  // The contract of lists; vouchers have a code instead of an id.
  const { data, pagination } = body as {
    data: readonly { id?: string; code?: string }[];
    pagination: { nextCursor: string | null };
  };
  return { ids: data.map(({ id, code }) => String(id ?? code)), next: pagination.nextCursor };
}

function toJson(body: unknown): string {
  return body === undefined ? '' : JSON.stringify(body);
}
