import type { Locale } from './locale.ts';

/** A shape of a picture: the data of an SVG path, filled. */
interface Shape {
  readonly path: string;
  /** `#rrggbb`. */
  readonly fill: string;
  readonly rule: 'nonzero' | 'evenodd';
}

/** A picture of filled shapes, the first at the bottom: what pages and documents can both draw. */
export interface Picture {
  /** Left, top, width and height, as in SVG. */
  readonly box: readonly [left: number, top: number, width: number, height: number];
  readonly shapes: readonly Shape[];
}

/**
 * The look of a jurisdiction: its setting `branding`, checked at synthesis or when the local service starts
 * (`lib/branding.ts`). Functions do not check it again.
 */
export interface Branding {
  /** Rules after those of the stylesheet: the colours, and the crest as a picture. */
  readonly css: string;
  /** Changes with `css`. */
  readonly version: string;
  /** Instead of the registry's seal. */
  readonly crest: Picture | null;
  /** The icon of the browser's tab, as a `data:` URL. */
  readonly favicon: string | null;
  /** The main colour; white text is legible on it, and it is legible on white. */
  readonly colour: string | null;
  /** The colour of links and buttons, the same. */
  readonly accent: string | null;
  /** The text next to the crest; null: the jurisdiction. */
  readonly headerText: Readonly<Record<Locale, string>> | null;
  /** Lines of the registry's address. */
  readonly address: readonly string[];
}
