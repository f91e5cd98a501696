import type { Log } from '../../kernel/aws/log.ts';
import { DeadlineError } from '../../kernel/runtime/deadline.ts';
import type { SnapshotReader } from '../aws/snapshots.ts';
import { lookBack } from '../domain/look-back.ts';
import { packedRegistry } from '../domain/packed-registry.ts';
import { createRegistryIndex } from '../domain/registry-index.ts';
import type { SearchStart } from './search-registry.ts';

/**
 * Has names and numbers of the registry packed in memory: those of the newest snapshot, or none yet where there is none
 * that can be used. Throws a `DeadlineError` when the time of the work is over: the next call goes on.
 */
export async function startInMemory(snapshot: SnapshotReader, log: Log): Promise<SearchStart> {
  try {
    const read = await snapshot();
    if (read.state === 'whole') {
      const { arrays, facts, until } = read.snapshot;
      const since = new Date(Date.parse(until) - lookBack.far).toISOString();
      return { held: createRegistryIndex(packedRegistry(arrays, facts)), since };
    }
    if (read.state === 'none') log.info('no snapshot of the registry', {});
    else log.error('the snapshot of the registry is of no use', { state: read.state });
  } catch (error) {
    // Whose time is over has not failed: the next call goes on.
    if (error instanceof DeadlineError) throw error;
    log.error('the snapshot of the registry could not be read', {}, error);
  }
  return { held: createRegistryIndex(), since: '' };
}
