import type { PublishedText } from './register.ts';

/**
 * What partners know a residency's agreement by: `slug` whatever its version, `aocId` in this version (facts
 * C12.9).
 */
export function residencyAgreementIds({
  subject,
  version,
}: Pick<PublishedText, 'subject' | 'version'>): {
  readonly aocId: string;
  readonly slug: string;
  readonly version: string;
} {
  const slug = `agreement-of-coexistence-${subject.replaceAll('_', '-')}`;
  return { aocId: `${slug}-${version}`, slug, version };
}
