/** How many bytes of UTF-8 fit into an encoded word, which may have 75 characters (RFC 2047, section 2). */
const wordBytes = 42;

/**
 * The sender as a `From` header has it: `"Name" <address>`. A name beyond ASCII is encoded (RFC 2047), as SES asks.
 * An address that comes with a name keeps its own.
 */
export function sender(address: string, name: string): string {
  if (address.includes('<')) return address;
  return `${phrase(name)} <${address}>`;
}

function phrase(name: string): string {
  const line = name.replaceAll(/\s+/g, ' ').trim();
  if (/^[\x20-\x7e]*$/.test(line)) return `"${line.replaceAll(/["\\]/g, '\\$&')}"`;
  return words(line)
    .map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`)
    .join(' ');
}

/** Parts that are short enough; blanks between encoded words are ignored by readers. */
function words(line: string): readonly string[] {
  const parts = [''];
  for (const character of line) {
    const longer = `${parts.at(-1)}${character}`;
    if (Buffer.byteLength(longer) <= wordBytes) parts[parts.length - 1] = longer;
    else parts.push(character);
  }
  return parts;
}
