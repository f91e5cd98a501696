/** What every page says of the deployment that shows it. */
export interface Site {
  readonly jurisdiction: string;
  /** Origin and path, if any, of every page; no slash at the end. */
  readonly baseUrl: string;
}

/** A path of this service as a page links to it: behind the deployment's own path, if it has one. */
export function href({ baseUrl }: Site, path: `/${string}`): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '') + path;
}
