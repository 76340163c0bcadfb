import { MalformedBody } from './json-body'

/**
 * The fields of a `multipart/form-data` body, as some programs send the sign-in form (classic-api §1.1). A file stays an object, which no
 * shape takes for a text; of fields with one name the last counts.
 *
 * @param contentType - the header, which holds the boundary
 */
export async function parseMultipart(
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<Record<string, unknown>> {
  try {
    // Node's own parser, which loads when it is first needed.
    const form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
    return Object.fromEntries(form.entries())
  } catch (cause) {
    throw new MalformedBody('The body is not multipart/form-data.', { cause })
  }
}
