import { orElse, reworded } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { readAgain } from '../../kernel/usecases/until-written.ts';
import { entityUnchanged, requireEntity } from '../../registry/db/entities.ts';
import { revisedEntityWrites } from '../../registry/db/new-entity.ts';
import { registrySpread } from '../../registry/db/registry-changes.ts';
import { eligibilityOf } from '../../registry/domain/good-standing.ts';
import type { Approval, Hindrance } from '../../reviews/usecases/reviewed.ts';
import type { StoredCertificateRequest } from '../db/certificates.ts';
import { decideCertificate } from '../domain/certificate.ts';

/**
 * Approves a request. The reviewer has found that the taxes are paid: where the register says otherwise, or does not know, it
 * says so from then on, in the same transaction, so that the certificate and the register agree. Hindered: the entity is not active.
 */
export async function approveCertificate(
  request: StoredCertificateRequest,
  { at }: { readonly at: string },
  deps: CoreDeps,
): Promise<Approval<StoredCertificateRequest> | Hindrance> {
  const entity = await requireEntity(deps.table, request.entityId);
  const { eligible, taxCompliant } = eligibilityOf(entity, at);
  if (!eligible) {
    const sentence = apiErrors.certificateNotInGoodStanding().message;
    return { sentence, reason: 'not_in_good_standing' };
  }
  return {
    decision: decideCertificate(request, { type: 'approve', reviewed: true }, at),
    ...(taxCompliant === true
      ? { writes: { entity: orElse(entityUnchanged(entity), readAgain) } }
      : {
          writes: reworded(
            revisedEntityWrites(
              entity,
              { ...entity, taxState: 'current' },
              at,
              await registrySpread(deps),
            ),
            readAgain,
          ),
          details: { changed: ['taxState'] },
        }),
  };
}
