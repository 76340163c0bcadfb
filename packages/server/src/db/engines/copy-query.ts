import pg, { type PoolClient, type QueryResult } from 'pg'
import type { CopiedRow } from './copied-rows'

/** The signature, the flags and the length of an extension (PostgreSQL's documentation of `copy`, "Binary Format"). */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const FLAGS_BYTES = 4

/** Whether a statement copies rows out. */
export function isCopy(text: string): boolean {
  return /^\s*copy \(/.test(text)
}

/** A parameter as part of a statement, since a `copy` takes none. Texts are quoted, whatever they contain. */
function literal(parameter: unknown): string {
  if (typeof parameter === 'string') return pg.escapeLiteral(parameter)
  if (typeof parameter === 'number' && Number.isFinite(parameter)) return String(parameter)
  throw new TypeError(`A ${typeof parameter} cannot be a parameter of a copy.`)
}

/** Run a `copy … to stdout (format binary)` on a connection. */
export function copyRows(
  client: PoolClient,
  text: string,
  parameters: readonly unknown[],
): Promise<Pick<QueryResult, 'command' | 'rowCount' | 'rows'>> {
  return new Promise((resolve, reject) => {
    const copy = new CopyQuery(text.replace(/\$(\d+)/g, (_, number) => literal(parameters[Number(number) - 1])))
    copy.on('error', reject)
    copy.on('end', () => resolve({ command: 'SELECT', rowCount: copy.copied.length, rows: copy.copied }))
    client.query(copy)
  })
}

/** As a kind of `pg`'s own queries, it may be sent together with others. */
class CopyQuery extends pg.Query {
  readonly copied: CopiedRow[] = []

  /** Called by `pg` for each message: a row, the first one behind the header, and after the last row an end mark. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const columns = columnsOf(chunk, headerOf(chunk))
    if (columns) this.copied.push({ columns })
  }
}

function headerOf(chunk: Buffer): number {
  if (!chunk.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return 0
  const extensionAt = SIGNATURE.length + FLAGS_BYTES
  return extensionAt + 4 + chunk.readInt32BE(extensionAt)
}

/** The columns of a row; undefined for the end mark, and for a header alone. */
function columnsOf(chunk: Buffer, start: number): CopiedRow['columns'] | undefined {
  if (start === chunk.length) return undefined
  const count = chunk.readInt16BE(start)
  if (count < 0) return undefined
  let at = start + 2
  return Array.from({ length: count }, () => {
    const length = chunk.readInt32BE(at)
    at += 4
    if (length < 0) return null
    // Copied: the chunk is a part of a buffer that `pg` uses again.
    const value = new Uint8Array(chunk.subarray(at, at + length))
    at += length
    return value
  })
}
