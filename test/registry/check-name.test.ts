import { describe, expect, it } from 'vitest';
import { anEntity, aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
await anEntity(world, { name: 'Straße der Künste' });
await created(world, '/reserved_names', { name: 'Central Bank' });
await created(world, '/reserved_names', { name: 'Harbour Trust', optionId: 'for_profit_corp' });

async function check(name: unknown, optionId: unknown = 'llc') {
  const { status, body } = await world.call(
    'POST',
    '/api/v1/registries/legal_entities/name_availability',
    { key: ada.standardKey, body: { name, optionId } },
  );
  return { status, body };
}

const answer = (
  name: string,
  optionId: string,
  available: boolean,
  reserved: boolean,
  similar: readonly (readonly [string, ...string[]])[] = [],
) => ({
  status: 200,
  body: {
    data: {
      name,
      optionId,
      available,
      reserved,
      similar: similar.map(([its, ...reasons]) =>
        held.includes(its)
          ? { id: null, name: its, extension: null, status: 'reserved', reasons }
          : { id: expect.any(String), name: its, extension: 'LLC', status: 'registered', reasons },
      ),
    },
  },
});
const ending = 'Must not end in a legal ending such as LLC: send that as `extension`';
const held = ['Central Bank', 'Harbour Trust'];

describe('POST /api/v1/registries/legal_entities/name_availability (spec 4.10)', () => {
  it.each(['Brand New LLC', 'Brand New, l.l.c.', 'Brand New S de RL', 'Limited Company'])(
    'refuses a name that ends in a legal ending: %s',
    async (name) => {
      const { status, body } = await check(name);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [{ path: ['name'], message: ending }],
      });
    },
  );

  it.each(['LLC Brand New', 'A.L.C.', 'Wellc', 'Limited', 'Plan L C'])(
    'accepts a name without a real legal ending: %s',
    async (name) => {
      expect((await check(name)).status).toBe(200);
    },
  );

  it('reports an unused name as available', async () => {
    expect(await check('Brand New')).toEqual(answer('Brand New', 'llc', true, false));
  });

  it.each(['Straße der Künste', 'STRASSE DER KÜNSTE', '  straße   der künste '])(
    'recognizes a registered name in any form: %j',
    async (name) => {
      const shown = name.trim().replace(/\s+/g, ' ');
      expect(await check(name)).toEqual(
        answer(shown, 'llc', false, false, [['Straße der Künste', 'same_name']]),
      );
    },
  );

  it.each([['...', 'Must have a letter or a digit']])(
    'refuses %j with the type and the path of the error',
    async (name, message) => {
      expect(await check(name)).toEqual({
        status: 400,
        body: {
          error: 'Invalid request body',
          code: 'request.invalid_body',
          details: [{ code: 'custom', received: 'string', path: ['name'], message }],
          requestId: expect.any(String),
        },
      });
    },
  );

  it('removes invisible characters from the name', async () => {
    expect(await check('Brand\u200b New\u202e')).toEqual(answer('Brand New', 'llc', true, false));
  });

  it('keeps a joiner that the script needs, but ignores it in comparisons', async () => {
    await anEntity(world, { name: 'می\u200cخواهم' });
    const own = [['می\u200cخواهم', 'same_name']] as const;
    expect(await check('میخواهم')).toEqual(answer('میخواهم', 'llc', false, false, own));
    expect(await check('می\u200cخواهم')).toEqual(answer('می\u200cخواهم', 'llc', false, false, own));
  });

  it('distinguishes names with different accents', async () => {
    expect(await check('Strasse der Kunste')).toEqual(
      answer('Strasse der Kunste', 'llc', true, false, [['Straße der Künste', 'looks_alike']]),
    );
  });

  it('checks availability only among entities of the same option', async () => {
    expect(await check('Straße der Künste', 'for_profit_corp')).toEqual(
      answer('Straße der Künste', 'for_profit_corp', true, false, [
        ['Straße der Künste', 'same_name'],
      ]),
    );
  });

  it('reports a name as reserved only for its options', async () => {
    const bank = [['Central Bank', 'same_name']] as const;
    const harbour = [['Harbour Trust', 'same_name']] as const;
    expect(await check('central bank')).toEqual(answer('central bank', 'llc', false, true, bank));
    expect(await check('Harbour Trust')).toEqual(
      answer('Harbour Trust', 'llc', true, false, harbour),
    );
    expect(await check('Harbour Trust', 'for_profit_corp')).toEqual(
      answer('Harbour Trust', 'for_profit_corp', false, true, harbour),
    );
  });

  it('lists similar names, which do not affect availability', async () => {
    await anEntity(world, { name: 'Phoenix Marine' });
    await anEntity(world, { name: 'Phoenix Marine Holdings' });
    await anEntity(world, { name: 'Рhоеniх Marine' });
    await anEntity(world, { name: 'Phoenlx Marines' });
    await anEntity(world, { name: 'Fonix Marine' });
    await anEntity(world, { name: 'Phoenix Energy' });
    expect(await check('Phoenix Marine Group')).toEqual(
      answer('Phoenix Marine Group', 'llc', true, false, [
        ['Phoenix Marine', 'same_words'],
        ['Phoenix Marine Holdings', 'same_words'],
        ['Рhоеniх Marine', 'same_words'],
        ['Phoenlx Marines', 'similar_spelling'],
        ['Fonix Marine', 'similar_sound'],
      ]),
    );
    expect(await check('Central Bahk')).toEqual(
      answer('Central Bahk', 'llc', true, false, [['Central Bank', 'similar_spelling']]),
    );
  });

  it('lists at most ten similar names', async () => {
    for (const word of [
      'One',
      'Two',
      'Three',
      'Four',
      'Five',
      'Six',
      'Seven',
      'Eight',
      'Nine',
      'Ten',
      'Zero',
    ]) {
      await anEntity(world, { name: `Zweihander ${word}` });
    }
    for (const group of [
      'Group',
      'Holdings',
      'Partners',
      'Services',
      'Ventures',
      'International',
      'Global',
      'Trust',
      'Industries',
      'Associates',
      'Company',
    ]) {
      await anEntity(world, { name: `Zweihander ${group}` });
    }
    const { body } = await check('Zweihander');
    // The response to a valid name has this shape.
    const { similar } = (body as { data: { similar: readonly { name: string }[] } }).data;
    expect(similar.map(({ name }) => name)).toEqual(
      [
        'Associates',
        'Company',
        'Global',
        'Group',
        'Holdings',
        'Industries',
        'International',
        'Partners',
        'Services',
        'Trust',
      ].map((group) => `Zweihander ${group}`),
    );
  });

  it('does not reserve the name', async () => {
    await check('Asked Twice');
    expect(await check('Asked Twice')).toEqual(answer('Asked Twice', 'llc', true, false));
  });

  it.each([
    ['a blank name', '  ', 'llc', 'name'],
    ['no name', undefined, 'llc', 'name'],
    ['an unknown option', 'Name', 'charity', 'optionId'],
    ['no option', 'Name', null, 'optionId'],
    ['an option of the prototype', 'Name', 'constructor', 'optionId'],
  ])('refuses %s with 400', async (_, name, optionId, field) => {
    expect(await check(name, optionId)).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [{ path: [field] }],
      },
    });
  });
});
