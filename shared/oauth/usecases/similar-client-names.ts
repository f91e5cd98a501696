import type { Table } from '../../kernel/db/table.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { NameFeatures } from '../../registry/domain/name-features.ts';
import {
  type ComparedName,
  comparedName,
  similarOf,
} from '../../registry/usecases/compare-names.ts';
import { pageOfClients, type StoredClient } from '../db/oauth-clients.ts';
import { isInTest } from '../domain/owned-client.ts';

/** A name with which the name of a resident's application could be confused. */
export interface SimilarClientName {
  /** The name's owner: the registry, its authority, or another client. */
  readonly of: 'registry' | 'authority' | 'client';
  readonly name: string;
  /** Null unless it is a client's name. */
  readonly clientId: string | null;
}

interface Deps extends Pick<ServiceDeps, 'jurisdiction' | 'authority'> {
  readonly table: Table;
}

type Named = Pick<StoredClient, 'clientId' | 'name' | 'ownerId' | 'proposed'>;

/**
 * For each of these clients, by id: the names with which its name, or its proposed name, could be
 * confused. Names are compared like those of companies; an application must also not contain the
 * name of the registry or of its authority. The owner's other applications are ignored, as are those
 * with which only their owner can sign in. Reads all clients only if one of the given ones belongs
 * to a resident.
 */
export async function similarClientNames(
  clients: readonly Named[],
  deps: Deps,
): Promise<ReadonlyMap<string, readonly SimilarClientName[]>> {
  const owned = clients.filter(({ ownerId }) => ownerId !== null);
  if (owned.length === 0) return new Map();
  const authorities = [
    { of: 'registry' as const, name: deps.jurisdiction },
    ...(deps.authority === undefined ? [] : [{ of: 'authority' as const, name: deps.authority }]),
  ].map((each) => ({ ...each, compared: compared(each.of, each.name) }));
  const others = await clientsThatCount(deps.table);
  return new Map(
    owned.map((client) => {
      const requested = namesOf(client).map((name) => compared(client.clientId, name).features);
      const taken = others.filter(
        ({ client: { clientId, ownerId } }) =>
          clientId !== client.clientId && ownerId !== client.ownerId,
      );
      return [
        client.clientId,
        [
          ...authorities.flatMap(({ compared: one, of, name }) =>
            requested.some(
              (features) => isSimilar(features, one) || contains(features, one.features),
            )
              ? [{ of, name, clientId: null }]
              : [],
          ),
          ...taken.flatMap(({ client: { clientId, name }, compared: one }) =>
            requested.some((features) => isSimilar(features, one))
              ? [{ of: 'client' as const, name, clientId }]
              : [],
          ),
        ],
      ];
    }),
  );
}

function namesOf({ name, proposed }: Named): readonly string[] {
  return proposed === null || proposed.name === name ? [name] : [name, proposed.name];
}

const compared = (id: string, name: string): ComparedName =>
  comparedName({ id, name, extension: null, status: 'reserved' });

function isSimilar(features: NameFeatures, other: ComparedName): boolean {
  return similarOf(features, [other]).length > 0;
}

/** Shorter names occur in many words. */
const shortestContained = 4;

function contains({ looks }: NameFeatures, { looks: parts }: NameFeatures): boolean {
  return looks.some((look, form) => {
    const part = parts[form] ?? '';
    return part.length >= shortestContained && look.includes(part);
  });
}

async function clientsThatCount(table: Table) {
  const found: { readonly client: StoredClient; readonly compared: ComparedName }[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await pageOfClients(table, {}, { limit: 100, after });
    for (const client of items) {
      if (!client.active || (isInTest(client) && client.reviewState !== 'waiting')) continue;
      found.push({ client, compared: compared(client.clientId, client.name) });
    }
    after = next ?? undefined;
  } while (after !== undefined);
  return found;
}
