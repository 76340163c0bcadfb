import { isUtf8 } from 'node:buffer'

/** The body is not JSON, is nested too deeply, or is not a valid form. The reply is a 422, sent before the shape of the body is checked. */
export class MalformedBody extends Error {
  override name = 'MalformedBody'
}

/**
 * Decode a part of a body. Bytes that are not UTF-8 are refused, because each of them would become the same replacement character, and a
 * text saved in another encoding would be damaged without notice.
 *
 * @throws MalformedBody
 */
export function decodeUtf8(bytes: Buffer, from = 0, to = bytes.length): string {
  if (!isUtf8(bytes.subarray(from, to))) throw new MalformedBody('The body is not UTF-8.')
  return bytes.toString('utf8', from, to)
}
