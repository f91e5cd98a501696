import { type FieldErrors, formHead } from './form.ts';
import type { Content, Html } from './html.ts';
import { portalLayout, type Reader } from './portal-layout.ts';
import type { Site } from './site.ts';

/** The title of a form's page, and the problems of what was sent. */
export interface FormPage {
  readonly title: string;
  readonly kicker: string;
  readonly errors: FieldErrors;
}

/** A page of the portal with a form: its errors come first, and in the title. */
export function portalFormPage(
  site: Site,
  reader: Reader,
  { title, kicker, errors }: FormPage,
  content: Content,
): Html {
  return portalLayout(site, reader, { ...formHead(title, errors, site), kicker }, content);
}
