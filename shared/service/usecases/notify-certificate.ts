import type { CoreDeps } from '../../kernel/deps/core.ts';
import { tellOwner } from './tell-owner.ts';

/** Has whoever asked for a certificate told that it was issued, once. */
export function notifyCertificate(requestId: string, deps: CoreDeps): Promise<void> {
  const subject = { type: 'certificate_request', id: requestId } as const;
  return tellOwner(subject, { template: 'certificate_issued', requestId }, deps);
}
