import { type FieldErrors, formHead } from './form.ts';
import type { Content, Html } from './html.ts';
import type { PageContext } from './page-context.ts';
import { portalLayout, type Viewer } from './portal-layout.ts';

/** The title of a page with a form, and the errors of the submitted form. */
export interface FormPage {
  readonly title: string;
  readonly kicker: string;
  readonly errors: FieldErrors;
}

/** A page of the developer settings with a form: its errors come first, and also appear in the title. */
export function portalFormPage(
  context: PageContext,
  viewer: Viewer,
  { title, kicker, errors }: FormPage,
  content: Content,
): Html {
  return portalLayout(
    context,
    viewer,
    { ...formHead(title, errors, context), kicker, section: '/portal/developer' },
    content,
  );
}
