import { isInformationRequired } from '../../reviews/domain/information-request.ts';
import type { CertificateState } from './certificate.ts';

/** The status of a request for those who represent its entity: what they have to do next, or what became of it. */
const certificateStages = [
  'pay',
  'issuing',
  'answer',
  'review',
  'issued',
  'rejected',
  'cancelled',
] as const;
export type CertificateStage = (typeof certificateStages)[number];

/** The stage follows from the state. `issuing`: it is paid, and no person has to do anything. */
export function certificateStage(request: CertificateState): CertificateStage {
  switch (request.statusId) {
    case 'Draft':
    case 'Pending Payment':
      return request.paidAt === null ? 'pay' : 'issuing';
    case 'Approved':
      return 'issuing';
    case 'Pending Review':
      return isInformationRequired(request, true) ? 'answer' : 'review';
    case 'Issued':
      return 'issued';
    case 'Rejected':
      return 'rejected';
    case 'Cancelled':
      return 'cancelled';
  }
}
