import type { Locale } from './locale.ts';

/** A filled shape: the data of an SVG path. */
interface Shape {
  readonly path: string;
  /** A colour as `#rrggbb`. */
  readonly fill: string;
  readonly rule: 'nonzero' | 'evenodd';
}

/** A picture of filled shapes, the first at the bottom: pages and documents can both draw it. */
export interface Picture {
  /** Left, top, width and height, as in SVG. */
  readonly box: readonly [left: number, top: number, width: number, height: number];
  readonly shapes: readonly Shape[];
}

/**
 * A jurisdiction's branding: its setting `branding`, checked at synthesis or when the local service
 * starts (`lib/branding.ts`). Functions do not check it again.
 */
export interface Branding {
  /** CSS rules that follow the stylesheet: the colours, and the crest as a picture. */
  readonly css: string;
  /** Changes with `css`. */
  readonly version: string;
  /** Replaces the registry's seal. */
  readonly crest: Picture | null;
  /** The favicon as a `data:` URL. */
  readonly favicon: string | null;
  /** The main colour; it is legible on white, and white text is legible on it. */
  readonly colour: string | null;
  /** The colour of links and buttons, with the same contrast. */
  readonly accent: string | null;
  /** The text next to the crest; null: the jurisdiction's name. */
  readonly headerText: Readonly<Record<Locale, string>> | null;
  /** The lines of the registry's postal address. */
  readonly address: readonly string[];
}
