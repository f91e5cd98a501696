/** The maximum size of a logo in bytes: the whole logo is read and sent with each consent page. */
export const maxLogoBytes = 32_768;

/** The allowed length of its sides in pixels. */
export const logoSides = { least: 64, most: 512 } as const;

/** The reasons for rejecting a logo file. */
export type LogoFault = 'not_png' | 'too_large' | 'not_square';

interface Pictured {
  readonly logo: string | null;
}

/**
 * The logos to which a client no longer refers after a change, neither in its current nor in its
 * proposed data. Logos are compared by digest, so one that is still used elsewhere stays.
 */
export function leftLogos(
  before: Pictured & { readonly proposed: Pictured | null },
  after: Pictured & { readonly proposed: Pictured | null },
): readonly string[] {
  const named = namedLogos(after);
  return namedLogos(before).filter((logo) => !named.includes(logo));
}

/** The logos to which a client refers. */
export function namedLogos({
  logo,
  proposed,
}: Pictured & { readonly proposed: Pictured | null }): readonly string[] {
  const named = [logo, proposed?.logo ?? null].filter((each) => each !== null);
  return [...new Set(named)];
}
