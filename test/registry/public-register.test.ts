import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedFields } from '../../shared/kernel/domain/published-field.ts';
import { keepRegisterStatistics } from '../../shared/registry/usecases/register-statistics.ts';
import { anEntity, aResident, wereNamed } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
// The statistics count the last 24 months, and the entities below have fixed dates.
world.clock.now = Date.parse('2026-11-28T12:00:00Z');
const publish = (fields: readonly string[] | undefined) =>
  Object.assign(world.deps, { publicRegister: fields });
beforeEach(() => {
  world.clock.now += 60_000;
  publish(publishedFields);
});

const office = { line1: '1 Pier', city: 'Port', postalCode: '10000', country: 'HN' };
const entity = await anEntity(world, {
  name: 'Harbour Lights',
  principalOfficeAddress: office,
  formationDate: '2025-03-04',
});
const number = String(entity['residentPermitNumber']);
const ada = await aResident(world);
/** An unused permit number. It starts with 8, as those of legal entities do. */
const nobody = '89999999999990';

type Headers = Readonly<Record<string, string>>;

async function open(path: string, headers: Headers = {}, method = 'GET') {
  const response = await fetch(world.baseUrl + path, {
    method,
    headers: { accept: 'application/json', ...headers },
  });
  const text = await response.text();
  const type = response.headers.get('content-type');
  const json: unknown = type === 'application/json' && text !== '' ? JSON.parse(text) : null;
  return { status: response.status, headers: response.headers, type, text, json };
}

const html = { accept: 'text/html' };

describe('an entity of the public register', () => {
  const whole = {
    name: 'Harbour Lights',
    extension: 'LLC',
    residentPermitNumber: number,
    type: 'Limited Liability Company',
    status: 'active',
    formationDate: '2025-03-04T00:00:00.000Z',
    registrationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    dissolutionDate: null,
    formerNames: [],
    principalOfficeAddress: office,
  };

  it('shows its name, its number and only the published fields', async () => {
    const names = ['name', 'extension', 'residentPermitNumber'];
    expect((await open(`/register/${number}`)).json).toMatchObject({ data: { name: whole.name } });
    for (const fields of [[], ...publishedFields.map((field) => [field]), [...publishedFields]]) {
      publish(fields);
      world.clock.now += 60_000;
      const { status, json } = await open(`/register/${number}`);
      const { data } = json as { data: Readonly<Record<string, unknown>> };
      expect(status).toBe(200);
      const shown = Object.entries(whole).filter(([name]) => [...names, ...fields].includes(name));
      expect(data).toEqual(Object.fromEntries(shown));
    }
  });

  it('does not show unpublished fields on its page', async () => {
    const said = {
      type: 'Type of legal entity',
      status: 'Status',
      formationDate: '4 March 2025',
      principalOfficeAddress: '1 Pier',
    };
    for (const [field, words] of Object.entries(said)) {
      publish([field]);
      expect((await open(`/register/${number}`, html)).text).toContain(words);
      publish(publishedFields.filter((each) => each !== field));
      const { status, text } = await open(`/register/${number}`, html);
      expect([field, status, text.includes(words)]).toEqual([field, 200, false]);
    }
  });

  it('never shows its id, its representatives or its tax state', async () => {
    await world.admin('POST', `/legal_entities/${entity.id}/representatives`, { personId: ada.id });
    for (const headers of [html, {}]) {
      for (const path of [`/register/${number}`, '/register?q=harbour']) {
        const { text } = await open(path, headers);
        expect(text).toContain('Harbour Lights');
        for (const secret of [entity.id, ada.id, ada.rpn, ada.email, 'taxState', 'createdViaAPI']) {
          expect(text).not.toContain(secret);
        }
      }
    }
  });

  it('has a timeline of the published events only', async () => {
    const renamed = await anEntity(world, {
      name: 'New Light',
      formationDate: '2020-05-01',
      registrationDate: '2020-06-01',
      dissolutionDate: '2024-01-01',
    });
    await wereNamed(world, renamed, [
      { name: 'Old Light', extension: 'LLC', until: '2022-02-02T00:00:00.000Z' },
    ]);
    const timeline = async (fields: readonly string[]) => {
      publish(fields);
      world.clock.now += 60_000;
      const { text } = await open(`/register/${renamed['residentPermitNumber']}`, html);
      const [figure = ''] = /<figure[\s\S]*?<\/figure>/.exec(text) ?? [];
      return Array.from(
        figure.matchAll(/scope="row">(.*?)<\/th><td>(.*?)</g),
        ([, day, what]) => `${day}: ${what}`,
      );
    };
    const events = {
      formationDate: '1 May 2020: Formation',
      registrationDate: '1 June 2020: Registration',
      formerNames: '2 February 2022: Renamed from Old Light LLC',
      dissolutionDate: '1 January 2024: Dissolution',
    };
    expect(await timeline(publishedFields)).toEqual(Object.values(events));
    for (const field of Object.keys(events)) {
      const others = Object.entries(events).filter(([name]) => name !== field);
      expect(await timeline(publishedFields.filter((each) => each !== field))).toEqual(
        others.map(([, words]) => words),
      );
      // One event is no timeline.
      expect(await timeline([field])).toEqual([]);
    }
    // The statistics below do not count it.
    const body = { reasonCode: 'duplicate', reason: 'entered twice' };
    await world.admin('POST', `/legal_entities/${renamed.id}/annul`, body);
  });

  it('has a page in the reader’s language', async () => {
    const { type, text } = await open(`/register/${number}`, { ...html, 'accept-language': 'es' });
    expect(type).toBe('text/html; charset=utf-8');
    expect(text).toContain('Sociedad de responsabilidad limitada');
    expect(text).toContain('4 de marzo de 2025');
  });

  it('is shown as dissolved after its dissolution', async () => {
    const gone = await anEntity(world, { name: 'Gone', dissolutionDate: '2025-01-01' });
    const { json } = await open(`/register/${gone['residentPermitNumber']}`);
    expect(json).toMatchObject({
      data: { status: 'dissolved', dissolutionDate: '2025-01-01T00:00:00.000Z' },
    });
  });

  it('is not found after its registration is annulled', async () => {
    const wrong = await anEntity(world, { name: 'By Mistake' });
    const path = `/register/${wrong['residentPermitNumber']}`;
    expect((await open(path)).status).toBe(200);
    const annulled = await world.admin('POST', `/legal_entities/${wrong.id}/annul`, {
      reasonCode: 'duplicate',
      reason: 'entered twice',
    });
    expect(annulled.status).toBe(200);
    expect((await open(path)).status).toBe(404);
  });
});

describe('the permit number of a natural person in the public register', () => {
  it.each([html, {}])('gets the same 404 as an unused number: %j', async (headers) => {
    const seen = async (rpn: string) => {
      world.proxy.calls.reset();
      const { status, headers: got, text } = await open(`/register/${rpn}`, headers);
      const { 'x-request-id': _, date, etag, ...rest } = Object.fromEntries(got);
      return {
        status,
        rest,
        etag,
        text: text.replace(/"requestId":"[^"]*"/, ''),
        trips: world.proxy.calls.roundTrips(),
        operations: world.proxy.calls.list().map(({ operation }) => operation),
      };
    };
    const ofPerson = await seen(ada.rpn);
    const ofNobody = await seen(nobody.replace(/^8/, ada.rpn.charAt(0)));
    // The link to the other language contains the page's own address.
    const blank = (text: string) => text.replaceAll(/register%2F\d+/g, '');
    expect({ ...ofPerson, text: blank(ofPerson.text) }).toEqual({
      ...ofNobody,
      text: blank(ofNobody.text),
    });
    expect([ofPerson.status, ofPerson.trips]).toEqual([404, 2]);
    expect(ofPerson.text).not.toContain(ada.id);
  });

  it('finds nothing in a search, and neither does the person’s name', async () => {
    for (const query of [ada.rpn, ada.rpn.slice(0, 8), 'Resident']) {
      expect((await open(`/register?q=${query}`)).json).toMatchObject({ data: [] });
    }
  });
});

describe('the search of the public register', () => {
  it('lists 20 results a page in search order, with a link to the next page', async () => {
    for (let n = 0; n < 23; n += 1) {
      await anEntity(world, { name: `Fleet ${String(n).padStart(2, '0')}` });
    }
    const first = (await open('/register?q=fleet')).json as { data: { name: string }[] };
    const second = (await open('/register?q=fleet&page=2')).json as { data: { name: string }[] };
    expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(
      Array.from({ length: 23 }, (_, n) => `Fleet ${String(n).padStart(2, '0')}`),
    );
    expect(second).toMatchObject({ pagination: { page: 2, pages: 2 }, truncated: false });
    const { text } = await open('/register?q=fleet', html);
    expect(text).toContain('href="/register?q=fleet&amp;page=2" rel="next"');
    expect((await open('/register?q=fleet&page=99')).json).toMatchObject({ data: [] });
  });

  it('reports no matches only if a query was entered', async () => {
    expect((await open('/register', html)).text).not.toContain('No legal entity found');
    expect((await open('/register?q=%20', html)).text).not.toContain('No legal entity found');
    expect((await open('/register?q=zzzz', html)).text).toContain('No legal entity found');
    expect((await open('/register')).json).toMatchObject({ data: [] });
  });

  it.each([`q=${'x'.repeat(101)}`, 'q=x&page=0', 'q=x&page=-1', 'q=x&page=100', 'q=x&page=a'])(
    'refuses ?%s with 400 in the requested format',
    async (query) => {
      const { status, json } = await open(`/register?${query}`);
      expect([status, json]).toEqual([
        400,
        expect.objectContaining({ error: 'Invalid query parameters' }),
      ]);
      const page = await open(`/register?${query}`, html);
      expect([page.status, page.type]).toEqual([400, 'text/html; charset=utf-8']);
    },
  );
});

describe('every answer of the public register', () => {
  it.each([`/register/${number}`, '/register?q=harbour', '/register'])(
    'has an ETag for its format and language, and is 304 if the ETag matches: %s',
    async (path) => {
      const tags = new Set<string | null>();
      for (const headers of [{}, html, { ...html, 'accept-language': 'es' }]) {
        const { status, headers: got } = await open(path, headers);
        expect([status, got.get('cache-control')]).toEqual([200, 'no-cache']);
        expect(got.get('vary')).toBe('Accept, Accept-Language, Cookie');
        const etag = String(got.get('etag'));
        tags.add(etag);
        const again = await open(path, { ...headers, 'if-none-match': `"x", W/${etag}` });
        expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
      }
      expect(tags.size).toBe(3);
    },
  );

  it('has a new ETag when its content changes', async () => {
    const changing = await anEntity(world, { name: 'Changing' });
    const path = `/register/${changing['residentPermitNumber']}`;
    const before = (await open(path)).headers.get('etag');
    await world.admin('PATCH', `/legal_entities/${changing.id}`, { name: 'Changed' });
    expect((await open(path, { 'if-none-match': String(before) })).status).toBe(200);
  });

  it('is 429 in the requested format after 60 requests a minute from one network', async () => {
    for (let n = 0; n < 60; n += 1) await open(`/register/${nobody}`);
    const refused = await open(`/register/${number}`);
    expect([refused.status, refused.json]).toEqual([
      429,
      expect.objectContaining({ error: 'Too many attempts' }),
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await open('/register?q=x', html)).toMatchObject({
      status: 429,
      type: 'text/html; charset=utf-8',
    });
    world.clock.now += 60_000;
    expect((await open(`/register/${number}`)).status).toBe(200);
  });

  it('takes at most three round trips to the table', async () => {
    await open('/register?q=harbour');
    for (const path of [`/register/${number}`, '/register?q=harbour']) {
      world.proxy.calls.reset();
      await open(path, html);
      expect(world.proxy.calls.roundTrips(), path).toBeLessThanOrEqual(3);
    }
  });
});

describe('without the publicRegister setting', () => {
  it.each(['/register', '/register?q=harbour', `/register/${number}`])(
    'the public register is not found: %s',
    async (path) => {
      publish(undefined);
      const { status, json } = await open(path);
      expect([status, json]).toEqual([404, expect.objectContaining({ error: 'Not found' })]);
      const page = await open(path, html);
      expect([page.status, page.text]).toEqual([404, expect.stringContaining('Page not found')]);
      expect((await open('/', html)).text).not.toContain('/register');
      publish([]);
      expect((await open('/', html)).text).toContain('href="/register"');
    },
  );
});

describe('the register statistics', () => {
  const cells = (text: string) =>
    [...text.matchAll(/<table.*?<\/table>/gs)].map(([table]) =>
      [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
        [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell),
      ),
    );

  it('count entities by type and status and those formed each month, without annulled ones', async () => {
    expect(cells((await open('/register', html)).text)).toEqual([]);
    await anEntity(world, { name: 'Harbour Gone', dissolutionDate: '2026-01-31' });
    await keepRegisterStatistics({ names: 2 }, world.deps);
    world.clock.now += 600_000;
    const { text } = await open('/register', html);
    const [types, formed, grown] = cells(text);
    expect(types).toEqual([
      ['Type of legal entity', 'All', 'Active', 'Dissolved'],
      ['Limited Liability Company', '27', '25', '2'],
    ]);
    expect([formed?.length, grown?.length]).toEqual([25, 25]);
    expect(formed).toContainEqual(['March 2025', '1']);
    expect(grown?.at(-1)?.[1]).toBe('27');
    // The statistics contain no names.
    expect(text).not.toContain('Harbour');
    const spanish = await open('/register', { ...html, 'accept-language': 'es' });
    expect(spanish.text).toContain('El registro en cifras');
    expect(spanish.text).toContain('marzo de 2025');
  });

  it('leave out unpublished fields, and are not shown with search results', async () => {
    publish(['formationDate']);
    expect(cells((await open('/register', html)).text)).toHaveLength(2);
    publish(['type']);
    expect(cells((await open('/register', html)).text)).toEqual([
      [
        ['Type of legal entity', 'All'],
        ['Limited Liability Company', '27'],
      ],
    ]);
    expect(cells((await open('/register?q=harbour', html)).text)).toEqual([]);
  });

  it('are updated for a large register only in the hour after midnight', async () => {
    const puts: string[] = [];
    const documents = {
      put: async ({ key }: { readonly key: string }) => {
        puts.push(key);
      },
    };
    for (const hour of ['01', '00']) {
      const now = () => new Date(`2026-11-28T${hour}:30:00Z`);
      await keepRegisterStatistics({ names: 20_001 }, { ...world.deps, documents, now });
    }
    expect(puts).toEqual(['search/register-statistics.json']);
  });
});

describe('the filters of the public register', () => {
  interface Row {
    readonly name: string;
    readonly optionId: string;
    readonly formationDate: string | null;
    readonly dissolutionDate: string | null;
  }
  const rows: Row[] = ['llc', 'for_profit_corp', 'association'].flatMap((optionId) =>
    [null, '2025-01-31', '2025-02-01', '2026-03-31'].flatMap((formationDate) =>
      [null, '2026-05-01'].map((dissolutionDate) => ({
        registrationDate: '2024-06-01',
        name: `Sifted ${optionId.replaceAll('_', ' ')} ${formationDate ?? 'unknown'} ${dissolutionDate === null ? 'on' : 'off'}`,
        ...{ optionId, formationDate, dissolutionDate },
      })),
    ),
  );
  const types = {
    llc: 'Limited Liability Company',
    for_profit_corp: 'For-Profit Corporation',
    association: 'association',
  };
  const namesOf = async (query: string) => {
    const names: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      world.clock.now += 3_000;
      const { status, json } = await open(`/register?q=sifted&page=${page}&${query}`);
      expect(status, query).toBe(200);
      const result = json as { data: { name: string }[]; pagination: { pages: number } };
      names.push(...result.data.map(({ name }) => name));
      pages = result.pagination.pages;
    }
    return names.toSorted();
  };
  beforeAll(async () => {
    for (const row of rows) await anEntity(world, { ...row });
  });

  it('give what matches all of them, on every page, alone and together', async () => {
    const matching = (keep: (row: Row) => boolean) =>
      rows
        .filter(keep)
        .map(({ name }) => name)
        .toSorted();
    expect(await namesOf('')).toEqual(matching(() => true));
    expect(await namesOf('type=&status=&formedFrom=&formedUntil=')).toHaveLength(rows.length);
    for (const [optionId, type] of Object.entries(types)) {
      const query = `type=${encodeURIComponent(type)}`;
      expect(await namesOf(query)).toEqual(matching((row) => row.optionId === optionId));
      expect(await namesOf(`${query}&status=dissolved&formedFrom=2025-02-01`)).toEqual(
        matching(
          (row) =>
            row.optionId === optionId &&
            row.dissolutionDate !== null &&
            (row.formationDate ?? '2024-06-01') >= '2025-02-01',
        ),
      );
    }
    expect(await namesOf('status=active')).toEqual(
      matching(({ dissolutionDate }) => dissolutionDate === null),
    );
    expect(await namesOf('formedFrom=2025-01-31&formedUntil=2025-02-01')).toEqual(
      matching(({ formationDate }) => /^2025/.test(formationDate ?? '')),
    );
    expect(await namesOf('status=expired')).toEqual([]);
    // An entity without a known formation counts by its registration, if that day is published.
    const unknown = matching(({ formationDate }) => formationDate === null);
    expect(await namesOf('formedUntil=2024-12-31')).toEqual(unknown);
    publish(['formationDate']);
    expect(await namesOf('formedUntil=2024-12-31')).toEqual([]);
  });

  it('know the status at this moment', async () => {
    const ending = await anEntity(world, { name: 'Sifted at last' });
    const active = () => namesOf('status=active');
    expect(await active()).toContain('Sifted at last');
    await world.admin('PATCH', `/legal_entities/${ending.id}`, { dissolutionDate: '2026-11-01' });
    expect(await active()).not.toContain('Sifted at last');
    expect(await namesOf('status=dissolved')).toContain('Sifted at last');
  });

  it('stay in the form and in the links to other pages', async () => {
    const { text } = await open('/register?q=sifted&formedUntil=2026-12-31', html);
    expect(text).toContain('<details open><summary>Filters</summary>');
    expect(text).toContain('name="formedUntil" type="date" value="2026-12-31"');
    const all = await open('/register?q=fleet&status=active', html);
    expect(all.text).toContain('<option value="active" selected>Active');
    expect(all.text).toContain('href="/register?q=fleet&amp;status=active&amp;page=2" rel="next"');
    const unused = await open('/register', html);
    expect(unused.text).toContain('<details><summary>Filters</summary>');
  });

  it('need a search text, which the page asks for', async () => {
    const page = await open('/register?q=&status=active', html);
    expect([page.status, page.text.includes('Enter a name or a number')]).toEqual([400, true]);
    expect((await open('/register?status=active')).json).toMatchObject({ data: [] });
  });

  it.each([
    'status=annulled',
    'status=sleeping',
    'formedFrom=2026-02-30',
    'formedUntil=yesterday',
    `type=${'x'.repeat(101)}`,
  ])('are refused if they are invalid: %s', async (filter) => {
    expect((await open(`/register?q=sifted&${filter}`)).status).toBe(400);
  });

  it.each([
    ['type', 'type=llc'],
    ['status', 'status=active'],
    ['formationDate', 'formedFrom=2026-01-01'],
  ])('exist only for published fields: %s', async (field, filter) => {
    publish(publishedFields.filter((each) => each !== field));
    expect((await open(`/register?q=sifted&${filter}`)).status).toBe(400);
    const [name] = filter.split('=');
    expect((await open('/register', html)).text).not.toContain(`name="${name}"`);
    publish([field]);
    expect((await open(`/register?q=sifted&${filter}`)).status).toBe(200);
    expect((await open('/register', html)).text).toContain(`name="${name}"`);
    publish([]);
    expect((await open('/register', html)).text).not.toContain('Filters');
  });

  it('take at most one more round trip', async () => {
    await open('/register?q=sifted');
    world.proxy.calls.reset();
    await open('/register?q=sifted&status=active');
    expect(world.proxy.calls.roundTrips()).toBeLessThanOrEqual(4);
  });
});
