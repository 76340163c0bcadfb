import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'

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

/**
 * Unpack only the first JSON text.
 *
 * @param packed - packed data, or its beginning, whose length is a multiple of 4
 * @returns undefined if there is none, or if it is not whole
 */
export async function unpackFirst(packed: string, { isWhole }: { isWhole: boolean }): Promise<string | undefined> {
  // Without this flag, expanding only the beginning is an error.
  const text = (await expand(Buffer.from(packed, 'base64'), { finishFlush: constants.Z_SYNC_FLUSH })).toString('utf8')
  const end = text.indexOf('\n')
  if (end >= 0) return text.slice(0, end)
  return isWhole && text !== '' ? text : undefined
}
