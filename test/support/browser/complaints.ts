import type { Page } from 'playwright-core';

/**
 * Everything that a browser reports about a page from now on: console messages, uncaught errors and requests to other
 * hosts. Violations of the content security policy are in the console.
 */
export function complaintsOf(page: Page, baseUrl: string): readonly string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !/^(data|blob|about):/.test(url)) {
      complaints.push(`a request to ${url}`);
    }
  });
  return complaints;
}
