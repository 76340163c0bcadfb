import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const compress = promisify(gzip)
const expand = promisify(gunzip)
/** The fastest level: packed data is rarely read, and a deletion waits for its compression. */
const LEVEL = 1

/**
 * Pack JSON texts for an event: as lines, compressed by gzip, in base64.
 *
 * @param lines - JSON texts without line breaks
 */
export async function pack(lines: readonly string[]): Promise<string> {
  return (await compress(lines.join('\n'), { level: LEVEL })).toString('base64')
}

/** Unpack JSON texts. Rejects when the text is not packed data. */
export async function unpack(packed: string): Promise<string[]> {
  const text = (await expand(Buffer.from(packed, 'base64'))).toString('utf8')
  return text === '' ? [] : text.split('\n')
}
