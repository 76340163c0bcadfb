import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const compress = promisify(gzip)
const expand = promisify(gunzip)
/** What is packed is seldom read, and a deletion waits for it. */
const LEVEL = 1

/**
 * Many things in an event, in little room: JSON lines, compressed by gzip, as base64.
 *
 * @param lines - JSON texts without line breaks
 */
export async function pack(lines: readonly string[]): Promise<string> {
  return (await compress(lines.join('\n'), { level: LEVEL })).toString('base64')
}

/** The JSON texts in what was packed. */
export async function unpack(packed: string): Promise<string[]> {
  const text = (await expand(Buffer.from(packed, 'base64'))).toString('utf8')
  return text === '' ? [] : text.split('\n')
}
