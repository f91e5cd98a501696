/** Where a code is explained on the page of errors, as its headings have it: `entity.name_taken` is `entityname_taken`. */
export function anchorOf(code: string): string {
  return code.replaceAll(/[^\w-]/g, '').toLowerCase();
}

/** The link to what a code means and what to do about it. `baseUrl`: where this deployment answers. */
export function documentationOf(code: string, baseUrl: string): string {
  return `${baseUrl}/docs/errors#${anchorOf(code)}`;
}
