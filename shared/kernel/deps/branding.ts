import { readFileSync } from 'node:fs';
import type { Branding } from '../domain/branding.ts';

/** How the jurisdiction looks, from the file that `lib/branding.ts` has checked and written; absent: as delivered. */
export function brandingOf(file: string | undefined): Branding | undefined {
  if (file === undefined) return undefined;
  const branding: Branding = JSON.parse(readFileSync(file, 'utf8'));
  return branding;
}
