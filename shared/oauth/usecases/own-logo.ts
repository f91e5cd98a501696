import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, readAgain, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { auditAct } from '../../platform/usecases/audit-act.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import {
  addLogoWrite,
  findLogos,
  leftLogoWrites,
  logoOf,
  type StoredLogo,
} from '../db/client-logos.ts';
import { changeOwnedWrite, type StoredClient } from '../db/oauth-clients.ts';
import type { LogoFault } from '../domain/client-logo.ts';
import { changeOwned } from '../domain/owned-client.ts';
import { findClientOf } from './find-client-of.ts';
import { asChanged } from './own-clients.ts';
import { readLogoFile } from './read-logo-file.ts';

/**
 * Gives an application of a resident another picture, or none (`file` null). It is a change like that of the name: in test mode it is made
 * at once; of an approved one it waits, unless the picture is only taken away. A word for a file that is no picture.
 *
 * Errors: 404; 409 `client.suspended`.
 */
export async function changeOwnLogo(
  clientId: string,
  file: Uint8Array | null,
  person: StoredPerson,
  deps: CoreDeps,
): Promise<StoredClient | LogoFault> {
  const picture = file === null ? null : readLogoFile(file);
  if (typeof picture === 'string') return picture;
  return untilWritten(async () => {
    const client = await findClientOf(person.id, clientId, deps);
    const at = deps.now().toISOString();
    const logo = picture && logoOf(client, picture, at);
    const wanted = { ...(client.proposed ?? client), logo: logo?.sha256 ?? null };
    const decision = changeOwned(client, wanted);
    if (!decision.ok) throw apiErrors.clientSuspended();
    const outcome = await transact(deps.table, {
      client: orElse(changeOwnedWrite(client, decision.next), readAgain),
      ...(logo && { logo: addLogoWrite(logo) }),
      ...leftLogoWrites(client, decision.next),
      ...auditAct(deps, {
        at,
        actor: personActor(person.id),
        action: 'oauth_client.updated',
        subject: { type: 'oauth_client', id: clientId },
        details: { status: decision.next.reviewState, changed: ['logo'] },
      }),
    });
    return outcome.kind === 'written' ? asChanged(client, decision.next) : lostRace;
  });
}

/** A person's application with its pictures, by their digests. Error: 404. */
export async function readOwnLogos(
  personId: string,
  clientId: string,
  deps: Pick<CoreDeps, 'table'>,
): Promise<{
  readonly client: StoredClient;
  readonly logos: ReadonlyMap<string, StoredLogo>;
}> {
  const client = await findClientOf(personId, clientId, deps);
  return { client, logos: await findLogos(deps.table, client) };
}
