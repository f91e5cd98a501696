import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import type { Branding, Picture } from '../shared/kernel/domain/branding.ts';
import { asDataUrl, readPicture } from './picture.ts';
import { byLanguage, inAllLanguages } from './review-texts.ts';

const File = z
  .string()
  .regex(/\.svg$/)
  .optional();
const Colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .transform((colour) => colour.toLowerCase())
  .optional();
const HeaderText = z.string().trim().min(1).max(80);

const shapes: Readonly<Record<string, string>> = {
  crest: 'an SVG file beside the stage’s, such as "crests/port.svg"',
  favicon: 'an SVG file beside the stage’s, such as "crests/port-small.svg"',
  colour: 'a colour such as "#0b3d2e"',
  accent: 'a colour such as "#8a1538"',
  accentDark: 'a colour such as "#f2a3b8"',
  headerText: 'at most 80 characters, or {"en": …, "es": …}',
  address: 'one to six lines of at most 80 characters, such as ["1 Harbour Square", "Port"]',
};

/** The setting `branding` as an operator writes it. docs/configuration.md has a table of it. */
const BrandingSetting = z.strictObject({
  crest: File,
  favicon: File,
  colour: Colour,
  accent: Colour,
  accentDark: Colour,
  headerText: z.union([HeaderText, byLanguage(HeaderText)]).optional(),
  address: z.array(z.string().trim().min(1).max(80)).min(1).max(6).optional(),
});

/** Where functions find the branding: in a layer, because a crest is too large for a variable. */
export const brandingFile = 'branding.json';

/** WCAG 2.2, 1.4.3: the contrast of text and background. */
const needed = 4.5;

/** Background colours of the pages (`shared/kernel/pages/stylesheet.ts`), and the text of a button in dark mode. */
const light = { paper: '#ffffff', ground: '#f5f6f4' } as const;
const dark = { paper: '#161d23', ground: '#0f1418', onAccent: '#0f1418' } as const;

/**
 * Reads and checks the setting `branding`; undefined if it is not set. Files are looked up in `folder`. Throws with the
 * invalid part of the setting and what is valid.
 */
export function readBranding(setting: unknown, folder: string): Branding | undefined {
  if (setting === undefined) return undefined;
  const given = parseSetting(setting);
  const { colour, accent, accentDark, headerText, address = [] } = given;
  const crest = readFile('crest', given.crest, folder, 20_000);
  // Unlike the crest, it is embedded in every page.
  const favicon = readFile('favicon', given.favicon, folder, 2_000);
  if (colour !== undefined) {
    mustContrast('colour', colour, { 'white text': '#ffffff' }, 'darker');
  }
  if (accentDark !== undefined && accent === undefined) {
    throw new Error('branding.accentDark: the variant of branding.accent, which is missing');
  }
  const css = [
    'address{font-style:normal}',
    ...(accent === undefined ? [] : accentRules(accent, accentDark)),
    ...(colour === undefined ? [] : [headerRule(colour)]),
    ...(crest === null ? [] : [crestRule(crest)]),
  ].join('\n');
  return {
    css,
    version: createHash('sha256').update(css).digest('base64url').slice(0, 8),
    crest,
    favicon: favicon && asDataUrl(favicon),
    colour: colour ?? null,
    accent: accent ?? null,
    headerText:
      typeof headerText === 'string' ? inAllLanguages({ en: headerText }) : (headerText ?? null),
    address,
  };
}

function parseSetting(setting: unknown): z.output<typeof BrandingSetting> {
  const names = Object.keys(shapes).join(', ');
  let value = setting;
  try {
    if (typeof setting === 'string') value = JSON.parse(setting);
  } catch (error) {
    throw new Error(`branding: JSON with ${names}`, { cause: error });
  }
  const { data, error } = BrandingSetting.safeParse(value);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  const [name] = issue?.path ?? [];
  const shape = shapes[String(name)];
  throw new Error(
    shape === undefined
      ? `branding: an object with ${names}`
      : `branding.${String(name)}: ${shape}`,
    { cause: error },
  );
}

function readFile(
  name: 'crest' | 'favicon',
  file: string | undefined,
  folder: string,
  limit: number,
): Picture | null {
  if (file === undefined) return null;
  const setting = `branding.${name}`;
  const path = resolve(folder, file);
  if (!existsSync(path)) throw new Error(`${setting}: there is no file ${path}`);
  const svg = readFileSync(path, 'utf8');
  const bytes = Buffer.byteLength(svg);
  if (bytes > limit) {
    throw new Error(`${setting}: ${file} has ${bytes} bytes, and may have ${limit}`);
  }
  return readPicture(svg, setting);
}

/** Rules for links, buttons and tags in a colour, with a lighter variant for dark mode. */
function accentRules(accent: string, given: string | undefined): readonly string[] {
  const tint = mix(light.paper, accent, 0.1);
  mustContrast(
    'accent',
    accent,
    { white: light.paper, 'the pages’ ground': light.ground, 'its own tint': tint },
    'darker',
  );
  const accentDark = given ?? lighterOf(accent);
  const tintDark = mix(dark.paper, accentDark, 0.15);
  mustContrast(
    'accentDark',
    accentDark,
    { 'the dark pages’ ground': dark.paper, 'its own tint': tintDark },
    'lighter',
  );
  return [
    `@media screen{:root{--accent:${accent};--accent-strong:${mix(accent, '#000000', 0.3)};--tint:${tint}}}`,
    `@media screen and (prefers-color-scheme:dark){:root{--accent:${accentDark};--on-accent:${dark.onAccent};--accent-strong:${mix(accentDark, '#ffffff', 0.4)};--tint:${tintDark}}}`,
  ];
}

/**
 * White on the main colour, in both schemes; without a background in print. The header's content uses its variables.
 */
function headerRule(colour: string): string {
  return `.top{border-top-color:${colour}}@media screen{.top{--ink:#fff;--soft:#fff;--accent:#fff;--accent-strong:#fff;--band:#fff;--line:rgb(255 255 255/.4);color:#fff;background:${colour}}.top :focus-visible{box-shadow:0 0 0 2px #17212b}}`;
}

/** A white background in both schemes, because a crest has its own colours. */
function crestRule(crest: Picture): string {
  return `.crest{flex:none;width:3.25rem;height:3.25rem;padding:3px;border-radius:6px;background:#fff url("${asDataUrl(crest)}") center/contain no-repeat content-box border-box;print-color-adjust:exact;-webkit-print-color-adjust:exact}`;
}

/** The first lighter step that is clearly legible on dark pages. */
function lighterOf(accent: string): string {
  for (let share = 0.2; share < 1; share += 0.05) {
    const lighter = mix(accent, '#ffffff', share);
    if (contrast(lighter, mix(dark.paper, lighter, 0.15)) >= 6) return lighter;
  }
  return '#ffffff';
}

function mustContrast(
  name: string,
  colour: string,
  grounds: Readonly<Record<string, string>>,
  way: 'darker' | 'lighter',
): void {
  for (const [ground, other] of Object.entries(grounds)) {
    const found = contrast(colour, other);
    if (found >= needed) continue;
    // Rounded down: 4.499 is not enough.
    const shown = (Math.floor(found * 100) / 100).toFixed(2);
    throw new Error(
      `branding.${name}: ${colour} has a contrast of ${shown}:1 with ${ground}, and needs ${needed}:1 (WCAG AA): take a ${way} colour`,
    );
  }
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** Mixes a share of another colour into a colour. */
function mix(colour: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(colour).map((channel, at) =>
    Math.round(channel * (1 - share) + (others[at] ?? 0) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
