import { html, raw } from 'hono/html';

interface Link {
  readonly label: string;
  readonly url: string;
}

/** A mail before it is text and HTML: short paragraphs and, where it leads somewhere, one link; others are by the way. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: Link;
  readonly references?: readonly Link[];
}

/** The letter as plain text, for every mail program there is. */
export function asText({ paragraphs, references = [], link }: Letter, sender: string): string {
  const links = [...references, ...(link ? [link] : [])];
  const parts = [...paragraphs, ...links.map(({ label, url }) => `${label}:\n${url}`)];
  return `${parts.join('\n\n')}\n\n-- \n${sender}\n`;
}

/** The letter as HTML that needs nothing from anywhere; all text is escaped. */
export function asHtml(
  { subject, paragraphs, references = [], link }: Letter,
  sender: string,
): string {
  const body = paragraphs.map((paragraph) => html`<p>${paragraph}</p>`);
  const others = references.map(
    ({ label, url }) => html`<p>${label}:<br><a href="${url}">${url}</a></p>`,
  );
  const button = link
    ? html`<p><a href="${link.url}" style="background:#1d4f7c;color:#fff;padding:10px 18px;border-radius:4px;text-decoration:none;display:inline-block">${link.label}</a></p>
<p style="font-size:13px;color:#555">If the button does not work, open this address:<br>${link.url}</p>`
    : raw('');
  return String(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff;max-width:34rem;margin:24px auto;padding:0 16px">
${body}
${others}
${button}
<p style="border-top:1px solid #ddd;padding-top:12px;font-size:13px;color:#555">${sender}</p>
</body>
</html>
`);
}
