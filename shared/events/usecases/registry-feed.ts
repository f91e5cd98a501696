import { feeds } from '../../kernel/db/keys.ts';
import type { Sees } from './read-feed.ts';

/** What everybody may read who may search: all of it. */
const sees: Sees = async (events) => events;

/** The feed of the public registry. */
export const registryFeed = { feed: feeds.registry, sees } as const;
