import { assign } from '../../kernel/db/assign.ts';
import { keys } from '../../kernel/db/keys.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { revised } from '../../kernel/domain/revision.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, readAgain, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit-act.ts';
import { newClientSecret } from '../auth/client-secret.ts';
import type { ReviseClient } from '../contracts/admin-clients.ts';
import { addLogoWrite, leftLogoWrites, logoOf } from '../db/client-logos.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { usableAnchors } from './attestation-anchors.ts';
import { findClientOf } from './find-client-of.ts';
import { refuseImpossible } from './impossible-client.ts';
import { readLogoFile } from './read-logo-file.ts';
import { refuseUnusableKeys } from './request-object-keys.ts';

const faults = {
  not_png: 'Must be a PNG, not interlaced, and nothing besides',
  not_square: 'Must be as wide as it is high, 64 to 512 pixels',
  too_large: 'Must be smaller: it has over 32,768 bytes when it is put together anew',
} as const;

/**
 * Changes an OAuth client of operators; its secret stays. Of two that give it another picture at once one comes after the other. Errors: 404
 * `Not found`; 409 `client.owned`; 400 when a confidential client would be left without a redirect URI, for a key or an anchor that can't be used, for a
 * picture that is none, and for settings that exclude each other.
 */
export async function reviseClient(
  clientId: string,
  { logoBase64, attestationAnchors, ...revision }: ReviseClient,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredClient> {
  const picture = logoBase64 && readLogoFile(logoBase64);
  if (typeof picture === 'string') throw apiErrors.invalidField(['logoBase64'], faults[picture]);
  return untilWritten(async () => {
    const client = await findClientOf(null, clientId, deps);
    refuseUnusableKeys(revision.requestObjectKeys ?? []);
    const at = deps.now().toISOString();
    const logo = picture && logoOf(client, picture, at);
    const { next, changes } = revised(client, {
      ...revision,
      attestationAnchors: attestationAnchors && usableAnchors(attestationAnchors, deps.now()),
      logo: logo === undefined ? undefined : (logo?.sha256 ?? null),
    });
    if (!next.public && next.redirectUris.length === 0) {
      const message = 'Must not be empty for a confidential client';
      throw apiErrors.invalidField(['redirectUris'], message);
    }
    await refuseImpossible(next, deps);
    const changed = Object.keys(changes);
    const needsNonces = next.strictDpopProofs && next.nonceSecret === undefined;
    const nonces = needsNonces ? { nonceSecret: newClientSecret(deps.random) } : {};
    if (changed.length === 0) return client;
    const write = assign(keys.oauthClient(clientId), { ...changes, ...nonces });
    const pictured = changed.includes('logo');
    const outcome = await transact(deps.table, {
      client: orElse(pictured ? asPictured(write, client) : write, readAgain),
      ...(pictured && logo && { logo: addLogoWrite(logo) }),
      ...(pictured && leftLogoWrites(client, { logo: next.logo })),
      ...auditAct(deps, {
        at,
        actor,
        action: 'oauth_client.updated',
        subject: { type: 'oauth_client', id: clientId },
        details: { changed, active: next.active },
      }),
    });
    // One that is gone is not found the next time.
    return outcome.kind === 'written' ? next : lostRace;
  });
}

/** The same write, refused where the client has another picture than was read; those of earlier releases have no such attribute. */
function asPictured(
  { update }: Extract<Write, { readonly update: unknown }>,
  { logo }: StoredClient,
): Write {
  return {
    update: {
      ...update,
      ConditionExpression:
        'attribute_exists(pk) AND (attribute_not_exists(logo) OR logo = :readLogo)',
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':readLogo': logo },
    },
  };
}
