import { errorSummary, type FieldErrors } from './form.ts';
import type { Content, Html } from './html.ts';
import { portalLayout, type Reader } from './portal-layout.ts';
import type { Site } from './site.ts';

/** What a page of a form is called, and what was wrong with what was sent. */
export interface FormPage {
  readonly title: string;
  readonly kicker: string;
  readonly errors: FieldErrors;
  /** The title of a page on which something is wrong: whoever listens to the page hears it first. */
  readonly wrong: (title: string) => string;
}

/** A page of the portal with a form: its errors come first, and in the title. */
export function portalFormPage(
  site: Site,
  reader: Reader,
  { title, kicker, errors, wrong }: FormPage,
  content: Content,
): Html {
  const isWrong = Object.keys(errors).length > 0;
  return portalLayout(
    site,
    reader,
    {
      title: isWrong ? wrong(title) : title,
      heading: title,
      kicker,
      before: errorSummary(errors, site),
    },
    content,
  );
}
