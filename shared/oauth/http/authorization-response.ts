import { html } from '../../kernel/pages/html.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { clientSources, page, redirect } from '../../web/http/page.ts';
import type { RawResponse } from '../../web/http/request.ts';
import {
  type AuthorizationAnswer,
  answerLocation,
  type ResponseMode,
} from '../domain/authorization-request.ts';
import { formPostPage } from '../pages/oauth-form-post-page.ts';

/**
 * Takes the browser back to the client with its answer: by a 303 or, for `form_post`, by a page whose form is
 * sent by a script of our own or, without JavaScript, by its button.
 */
export function authorizationResponse(site: Site, answer: AuthorizationAnswer): RawResponse {
  if (answer.responseMode !== 'form_post') return redirect(answerLocation(answer));
  const formAction = clientSources(answer.redirectUri);
  return page(200, formPostPage(site, answer), { formAction, script: true });
}

/** The same for HEAD: nothing is decided, so there is no address to continue to. */
export function withheldResponse(responseMode: ResponseMode): RawResponse {
  if (responseMode === 'form_post') return page(200, html``);
  const { headers, ...answer } = redirect('about:blank');
  const { location: _, ...kept } = headers;
  return { ...answer, headers: kept };
}
