/** A form with files, as browsers send it (RFC 7578); null for bytes that are none. */
export async function readMultipart(
  body: Uint8Array,
  contentType: string | undefined,
): Promise<FormData | null> {
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) return null;
  try {
    // A copy, because the type of a request's body asks for memory that nobody shares.
    const response = new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType ?? '' },
    });
    return await response.formData();
  } catch {
    return null;
  }
}

/** The fields that are text, each with its last value. */
export function textsOf(form: FormData): Readonly<Record<string, string>> {
  const texts = [...form].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  return Object.fromEntries(texts);
}
