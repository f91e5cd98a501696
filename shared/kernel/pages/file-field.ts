import { type Html, html } from './html.ts';

export interface FileFieldOptions {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** The accepted file types, such as `application/pdf,image/png`. */
  readonly accept: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
}

/** A file upload in a multipart/form-data form. */
export function fileField(options: FileFieldOptions): Html {
  const { name, label, hint, accept, error, required = false } = options;
  return html`<div class="field${error !== undefined && ' wrong'}">
<label for="${name}">${label}</label>
<p class="hint" id="${name}-hint">${hint}</p>
${error !== undefined && html`<p class="error" id="${name}-error"><span class="unseen">Error: </span>${error}</p>`}
<input id="${name}" name="${name}" type="file" accept="${accept}"${required && html` required`} aria-describedby="${name}-hint${error !== undefined && ` ${name}-error`}"${error !== undefined && html` aria-invalid="true"`}>
</div>`;
}
