import type { Locale } from '../../kernel/domain/locale.ts';
import type { ResidencyApplicationState } from './residency-application-state.ts';

/** In which language an applicant signed, or swore to their address (`locale` of the published contract); undefined: unknown. */
export function applicantLanguage({
  agreement,
  data,
}: Pick<ResidencyApplicationState, 'agreement' | 'data'>): Locale | undefined {
  return agreement.shown?.locale ?? data.swornStatement?.locale ?? undefined;
}
