import type { UploadState } from '../../documents/domain/upload-scan.ts';
import { type Content, html } from '../../kernel/pages/html.ts';

/** An uploaded file. Without a URL it can't be opened. */
export interface FileView {
  readonly url: string | null;
  readonly state: UploadState;
}

const closed: Readonly<Record<UploadState, string>> = {
  pending: 'The file is being checked for malware. Reload this page in a minute.',
  refused: 'The file contains malware and can’t be opened. Ask the applicant for another file.',
  unscannable:
    'The file could not be checked for malware and can’t be opened. It may have a password. Ask the applicant for another file.',
  clean: 'The file can’t be opened.',
  unscanned: 'The file can’t be opened.',
};

/**
 * A link to the file, and a frame that readers can unfold, or why the file can't be shown. The frame loads only when it
 * is visible, or immediately if scripts are disabled, because browsers then load nothing lazily. The page's policy must
 * name the frame's origin (`framedFiles` of review-facts.ts).
 */
export function fileLink({ url, state }: FileView, label = 'Open the uploaded file'): Content {
  return url === null
    ? closed[state]
    : html`<a href="${url}">${label}</a><details><summary aria-keyshortcuts="o">Show the file here</summary><iframe src="${url}" title="${label}" loading="lazy" width="100%" height="600"></iframe></details>`;
}
