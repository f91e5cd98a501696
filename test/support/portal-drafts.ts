import { randomBytes } from 'node:crypto';
import { shownText, type Visitor } from './portal.ts';

/** The form's fields that make an application the API takes; `fields` override them. */
export function filledIn(fields: Readonly<Record<string, string>> = {}) {
  names += 1;
  return {
    name: `Begun Here ${names}`,
    extension: 'LLC',
    residencyType: 'e-Resident',
    contactEmail: 'founders@client.example',
    officeLine1: '1 Harbour Street',
    officeCity: 'Port Town',
    officePostalCode: '1',
    officeCountry: 'HN',
    agent: 'registry_employment_solutions',
    ...fields,
  };
}
let names = 0;

export const formPath = '/portal/applications/new';

/** A draft that was started in the browser. */
export async function beginIn(
  browser: Visitor,
  fields: Readonly<Record<string, string>> = filledIn(),
): Promise<{ readonly id: string; readonly path: string; readonly name: string }> {
  await browser.open(formPath);
  const answer = await browser.send(formPath, { ...fields, step: 'create' });
  const path = answer.headers.get('location');
  if (answer.status !== 303 || path === null) {
    throw new Error(`set-up: the form answered ${answer.status} ${shownText(answer)}`);
  }
  return { id: path.split('/').at(-1) ?? '', path, name: fields['name'] ?? '' };
}

/** The id of a form that was not sent yet. */
export function aFormId(): string {
  return randomBytes(16).toString('base64url');
}
