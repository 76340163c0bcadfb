/** The body is not JSON, is nested too deeply, or is not a valid form. The reply is a 422, sent before the shape of the body is checked. */
export class MalformedBody extends Error {
  override name = 'MalformedBody'
}
