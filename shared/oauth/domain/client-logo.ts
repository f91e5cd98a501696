/** Bytes of the largest picture of a client: it is read, and shown, as a whole with each question. */
export const maxLogoBytes = 32_768;

/** Pixels of its sides, which are as long as each other. */
export const logoSides = { least: 64, most: 512 } as const;

/** Problems of a logo file. */
export type LogoFault = 'not_png' | 'too_large' | 'not_square';

interface Pictured {
  readonly logo: string | null;
}

/**
 * The pictures that a client no longer names after a change: neither as what people see nor as what waits. Each is named by its
 * digest, so one that stays under another name stays.
 */
export function leftLogos(
  before: Pictured & { readonly proposed: Pictured | null },
  after: Pictured & { readonly proposed: Pictured | null },
): readonly string[] {
  const named = namedLogos(after);
  return namedLogos(before).filter((logo) => !named.includes(logo));
}

/** The pictures that a client names. */
export function namedLogos({
  logo,
  proposed,
}: Pictured & { readonly proposed: Pictured | null }): readonly string[] {
  const named = [logo, proposed?.logo ?? null].filter((each) => each !== null);
  return [...new Set(named)];
}
