import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { contrast, readBranding } from '../../lib/branding.ts';
import { factsOfFile } from '../../lib/deployment-facts.ts';
import { readPicture } from '../../lib/picture.ts';
import { printingIssuer } from '../../shared/documents/deps/workflow.ts';
import { serviceDeps } from '../../shared/kernel/deps/service.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { root } from '../support/documents.ts';
import { enterEnvironment, ownEnvironment } from '../support/environment.ts';
import { ofType, synthesize } from '../support/synthesized.ts';

const folder = mkdtempSync(join(tmpdir(), 'branding-'));
afterAll(() => rmSync(folder, { recursive: true }));

const box = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"';
const square = '<path d="M0 0h10v10z"/>';
const svg = (content: string) => `<svg ${box}>${content}</svg>`;

function withFile(content: string, part: 'crest' | 'favicon' = 'crest') {
  writeFileSync(join(folder, 'file.svg'), content);
  return readBranding({ [part]: 'file.svg' }, folder);
}

/** Expects readBranding to refuse the setting with an error that begins like this. */
const refused = (setting: unknown, words: string) =>
  expect(() => readBranding(setting, folder)).toThrow(words);

describe('the setting branding', () => {
  it('is prepared for pages and documents, with colours for both schemes and a rewritten crest', () => {
    writeFileSync(
      join(folder, 'crest.svg'),
      `<?xml version="1.0"?><!-- ours -->\n<svg ${box} width="40"><title>A hill</title><g fill="#0a0">
        <path d="m1,1 2,2-1 0zM5 5A1 1 0 0110 5"/><circle cx="5" cy="5" r="2" fill="#ffffff"/>
        <polygon points="0,0 10,0 5,5" fill-rule="evenodd"/></g><rect width="3" height="2" fill="none"/></svg>`,
    );
    const branding = readBranding(
      {
        ...{ crest: 'crest.svg', colour: '#0B3D2E', accent: '#2a6350', headerText: 'Port' },
        address: ['1 Quay', 'Port'],
      },
      folder,
    );
    expect(branding).toEqual({
      crest: {
        box: [0, 0, 10, 10],
        shapes: [
          { path: 'm1 1l2 2l-1 0zM5 5A1 1 0 0 1 10 5', fill: '#00aa00', rule: 'nonzero' },
          { path: 'M3 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z', fill: '#ffffff', rule: 'nonzero' },
          { path: 'M0 0 10 0 5 5z', fill: '#00aa00', rule: 'evenodd' },
        ],
      },
      ...{ favicon: null, colour: '#0b3d2e', accent: '#2a6350' },
      ...{ headerText: { en: 'Port', es: 'Port' }, address: ['1 Quay', 'Port'] },
      ...{ version: expect.stringMatching(/^[\w-]{8}$/), css: expect.any(String) },
    });
    const { css = '' } = branding ?? {};
    expect(css).toContain('--accent:#2a6350');
    expect(css).toContain('background:#0b3d2e');
    expect(css).toContain("url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'");
    const [, darkAccent = '', darkTint = ''] =
      /dark\)\{:root\{--accent:(#\w+);.*--tint:(#\w+)\}/.exec(css) ?? [];
    expect(contrast(darkAccent, '#161d23')).toBeGreaterThan(6);
    expect(contrast(darkAccent, darkTint)).toBeGreaterThan(4.5);
  });

  it('has no effect without a value, and every part of it is optional', () => {
    expect(readBranding(undefined, folder)).toBeUndefined();
    expect(readBranding('{}', folder)?.css).toBe('address{font-style:normal}');
  });

  it('requires legible colours, and the error names the colour and its contrast', () => {
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    refused(
      { colour: '#777777' },
      'branding.colour: #777777 has a contrast of 4.47:1 with white text, and needs 4.5:1 (WCAG AA): take a darker colour',
    );
    // Legible on white, but not on the page background, which has links as well.
    refused({ accent: '#767676' }, 'branding.accent: #767676 has a contrast of 4.1');
    refused({ accent: '#005500', accentDark: '#335533' }, 'take a lighter colour');
    refused({ accentDark: '#ffffff' }, 'branding.accentDark: the variant of branding.accent');
    refused({ accent: 'green' }, 'branding.accent: a colour such as');
  });

  it('falls back to the English header text in a language without one', () => {
    const header = (headerText: object) => readBranding({ headerText }, folder)?.headerText;
    expect(header({ en: 'Port' })).toEqual({ en: 'Port', es: 'Port' });
    expect(header({ en: 'Port', es: 'Puerto' })).toEqual({ en: 'Port', es: 'Puerto' });
  });

  it('is refused with the name of the part that is unknown or not found', () => {
    refused('{', 'branding: JSON with crest, favicon, colour');
    refused({ color: '#000000' }, 'branding: an object with crest, favicon, colour');
    refused(
      { headerText: { es: 'Puerto' } },
      'branding.headerText: at most 80 characters, or {"en"',
    );
    refused(
      { headerText: { en: 'Port', xx: 'Port' } },
      'branding.headerText: at most 80 characters',
    );
    refused({ address: [] }, 'branding.address: one to six lines');
    refused({ crest: 'crest.png' }, 'branding.crest: an SVG file');
    refused({ crest: 'none.svg' }, 'branding.crest: there is no file /');
  });

  it.each([
    ['<script>alert(1)</script>', 'script is not accepted'],
    ['<path d="M0 0h9v9z" onclick="x()"/>', 'onclick of path is not accepted'],
    ['<path d="M0 0h9v9z" style="fill:url(//x.example)"/>', 'style of path is not accepted'],
    ['<path d="M0 0h9v9z" fill="url(https://x.example/#a)"/>', 'fill url(https://x.example/#a)'],
    ['<image href="https://x.example/a.png"/>', 'image is not accepted'],
    ['<use href="#a"/>', 'use is not accepted'],
    ['<foreignObject/>', 'foreignObject is not accepted'],
    ['<g transform="scale(2)"><path d="M0 0h9v9z"/></g>', 'transform of g is not accepted'],
    ['<![CDATA[<script>]]>', 'line 1 is not accepted'],
    ['&#60;', 'line 1 is not accepted'],
    ['<path d="M0 0h9v9z" fill="red"/>', 'fill red is not accepted: write #rrggbb'],
    ['<path d="M0 0 9"/>', 'd of path is no path'],
    ['<path d="h9v9z"/>', 'd of path is no path'],
    ['<path d="M0 0h9v9z\'/>%3Cscript"/>', 'd of path is no path'],
    ['<rect width="10%" height="3"/>', '"10%" are no numbers without a unit'],
    ['<polygon points="0,0 1,1"/>', 'points of polygon are no corners'],
    [`${square}<g>`, '</svg> closes nothing'],
    [`${square}</g>`, '</g> closes nothing'],
    ['', 'nothing in it is filled'],
    ['words', 'text outside title'],
  ])('refuses a crest with %s', (content, words) => {
    expect(() => withFile(svg(content))).toThrow(`branding.crest: ${words}`);
  });

  it('refuses a picture that is too large, incomplete or not a single svg', () => {
    const filled = (bytes: number) =>
      svg(square).replace('>', `><!--${'x'.repeat(bytes - svg(square).length - 7)}-->`);
    expect(withFile(filled(20_000))?.crest?.shapes).toHaveLength(1);
    expect(() => withFile(filled(20_001))).toThrow(
      'branding.crest: file.svg has 20001 bytes, and may have 20000',
    );
    expect(() => withFile(filled(2_001), 'favicon')).toThrow('branding.favicon: file.svg has');
    expect(() => withFile('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>')).toThrow('line 1 is not');
    expect(() => withFile(square)).toThrow('branding.crest: one svg, with all shapes in it');
    expect(() => withFile(svg(square) + svg(square))).toThrow('one svg');
    expect(() => withFile(`<svg ${box}>`)).toThrow('the file is no complete svg');
    expect(() => withFile('<svg viewBox="0 0 30 10"/>')).toThrow('viewBox is more than twice');
  });
});

describe('the examples', () => {
  it.each(['puerto-lucero', 'kestrel-isles'])('%s can be deployed as it is', (name) => {
    const { branding, variables } = factsOfFile(join(root, `stages/examples/${name}.json`));
    expect(branding).toMatchObject({
      crest: { box: [0, 0, 120, 120] },
      favicon: expect.stringMatching(/^data:image\/svg\+xml,%3Csvg [^"<>]+$/),
      address: [expect.any(String), expect.any(String), expect.any(String)],
    });
    expect(variables).toMatchObject({ BRANDING: '/opt/branding.json' });
  });
});

describe('npm start -- --stage', () => {
  it('names the invalid part of the branding and does not start', async () => {
    const file = join(folder, 'pale.json');
    writeFileSync(file, '{"branding":{"colour":"#999999"}}');
    const start = promisify(execFile)(process.execPath, ['bin/local.ts', '--stage', file], {
      cwd: root,
    });
    await expect(start).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${file}: branding.colour: #999999 has a contrast of 2.84:1`),
    });
  });

  it("gives the names to functions, and the registry's address to receipts", () => {
    const { branding, variables } = factsOfFile(join(root, 'stages/examples/kestrel-isles.json'));
    const written = join(folder, 'written.json');
    writeFileSync(written, JSON.stringify(branding));
    const leave = ownEnvironment();
    try {
      enterEnvironment({
        ...process.env,
        ...{ TABLE_NAME: 'x', BASE_URL: 'https://registry.example', ...variables },
        BRANDING: written,
      });
      expect(serviceDeps()).toMatchObject({
        ...{ branding, jurisdiction: 'Kestrel Isles', timeZone: 'Atlantic/Stanley' },
        links: { contact: 'desk@register.kestrel-isles.example' },
        receiptIssuer: {
          name: 'Treasury of the Kestrel Isles',
          address: 'Register House, 3 Harbour Street, Hallsund',
        },
      });
      expect(printingIssuer()).toMatchObject({
        ...{ branding, registryName: 'Register of the Kestrel Isles' },
      });
    } finally {
      leave();
    }
  });
});

describe('a deployment', () => {
  it('gives pages their branding in a layer, and has no layer without the setting', () => {
    const pages = routes.filter(({ path }) => path === '/' || path === '/assets/style.css');
    const isBranding = (id: string) => id.startsWith('Branding');
    const deployed = (context: Readonly<Record<string, string>>) => {
      const { service } = synthesize(pages, context);
      const functions = Object.values(ofType(service, 'AWS::Lambda::Function'));
      return {
        layers: Object.keys(ofType(service, 'AWS::Lambda::LayerVersion')).filter(isBranding),
        // The branding file and the layers of each function.
        read: new Set(
          functions.map(({ Properties: { Environment, Layers = [] } }) =>
            [
              Environment.Variables.BRANDING ?? 'none',
              ...Layers.map(({ Ref }: { Ref: string }) => Ref).filter(isBranding),
            ].join(),
          ),
        ),
      };
    };
    expect(deployed({})).toEqual({ layers: [], read: new Set(['none']) });
    const { layers, read } = deployed({ branding: '{"colour":"#0b3d2e"}' });
    expect(layers).toHaveLength(1);
    expect(read).toEqual(new Set(['none', `/opt/branding.json,${layers[0]}`]));
    expect(() => synthesize(pages, { branding: '{"colour":"#ffffff"}' })).toThrow(
      'branding.colour',
    );
  });
});

it('a picture is read the same way whatever separates its numbers', () => {
  const read = (d: string) => readPicture(svg(`<path d="${d}"/>`), 'x').shapes[0]?.path;
  expect(read('M.5.5l1-1e-2-.5.25H3V4Z')).toBe('M.5 .5l1 -1e-2l-.5 .25H3V4Z');
  expect(read('M 0 0 a1,2 30 1 0 3 4 C1 2 3 4 5 6 7 8 9 1 2 3z')).toBe(
    'M0 0a1 2 30 1 0 3 4C1 2 3 4 5 6C7 8 9 1 2 3z',
  );
});
