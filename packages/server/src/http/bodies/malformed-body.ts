/** The body is not JSON, nests too deep, or is no form; becomes a 422 before its shape is looked at. */
export class MalformedBody extends Error {
  override name = 'MalformedBody'
}
