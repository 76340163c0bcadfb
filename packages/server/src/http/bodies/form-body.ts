import { MalformedBody } from './malformed-body'

/** The fields of an `application/x-www-form-urlencoded` body; of fields with one name the last counts. */
export function parseForm(body: Buffer): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body.toString()))
}

/**
 * The fields of a `multipart/form-data` body, as some programs send the sign-in form (classic-api §1.1). A file stays an object, which no
 * shape takes for a text; of fields with one name the last counts.
 *
 * @param contentType - the header, which holds the boundary
 */
export async function parseMultipart(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  try {
    // Node's own parser, which loads when it is first needed.
    const form = await new Response(Buffer.from(body), { headers: { 'content-type': contentType } }).formData()
    return Object.fromEntries(form.entries())
  } catch (cause) {
    throw new MalformedBody('The body is not multipart/form-data.', { cause })
  }
}
