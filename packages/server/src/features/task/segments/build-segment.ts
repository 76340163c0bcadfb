import { compareCodePoints } from '@postil/domain/search/index'
import { type ColumnSpec, columnName } from '../search-thread/columns/columns'
import { VectorColumn } from '../search-thread/columns/vector-column'
import type { RowPlace } from '../search-thread/protocol'
import { type Fetcher, parseRow, readsMetrics, walkRows, walkVectors } from '../search-thread/walk-rows'
import { type BuiltColumn, buildColumn, buildKeys } from './build-columns'
import { type ColumnMeta, KEY_COLUMN, type SegmentMeta, type VectorMeta } from './format'
import { newColumns } from './new-columns'

/** Which records to put into a segment. */
export interface SegmentAsked {
  columns: ColumnSpec[]
  /** Vectors with their dimensions. */
  vectors: [name: string, dimensions: number][]
  /** Start position, exclusive. */
  from: RowPlace
  /** End position, inclusive. */
  to: RowPlace
  /** Maximum number of documents; further rows are left out. */
  maxDocs: number
}

export interface BuiltSegment {
  docs: number
  meta: SegmentMeta
  /** The position of the last row, or the requested end if all rows up to it are in the segment. */
  to: RowPlace
  keys: string[]
  /** Parts by column and name, such as `kw:status/f0`. */
  parts: [name: string, bytes: Uint8Array][]
}

const VECTOR_BLOCK_BYTES = 256 * 1024

/** Read records and encode their columns. */
export async function buildSegment(asked: SegmentAsked, fetch: Fetcher): Promise<BuiltSegment> {
  const made = newColumns(asked.columns)
  const places = new Map<string, number>()
  let last: RowPlace = asked.from
  let isWhole = true
  await walkRows(asked.from, asked.columns.some(readsMetrics), fetch, (row) => {
    if (isBehind(row, asked.to)) return false
    if (places.size === asked.maxDocs) {
      isWhole = false
      return false
    }
    // A record that is changed while pages are read moves behind all of them.
    places.set(row.key, places.size)
    last = { version: row.version, key: row.key }
    const parsed = parseRow(row)
    for (const { filled } of made) filled.append(parsed)
    return true
  })
  const to = isWhole ? asked.to : last
  const keys = [...places.keys()].sort(compareCodePoints)
  const order = Int32Array.from(keys, (key) => places.get(key) ?? 0)
  const columns = new Columns()
  if (keys.length > 0) columns.add(KEY_COLUMN, buildKeys(keys))
  const builtOf = new Map<unknown, BuiltColumn | undefined>()
  for (const { spec, filled } of keys.length > 0 ? made : []) {
    const { column } = filled
    if (!builtOf.has(column)) builtOf.set(column, buildColumn(spec, column, order))
    const built = builtOf.get(column)
    if (built) columns.add(columnName(spec), built)
  }
  const vectors: Record<string, VectorMeta> = {}
  for (const [name, dimensions] of asked.vectors) {
    const column = await readVectors(name, dimensions, places, { ...asked, to }, fetch)
    const { meta, parts } = buildVectors(column, order)
    if (meta.blocks.length === 0) continue
    vectors[name] = meta
    for (const [part, bytes] of parts) columns.parts.push([`vector:${name}/${part}`, bytes])
  }
  return { docs: keys.length, meta: { columns: columns.metas, vectors }, to, keys, parts: columns.parts }
}

/** The columns of a segment. Equal ones are stored once, since in many datasets the text is the only input. */
class Columns {
  readonly metas: Record<string, ColumnMeta> = {}
  readonly parts: BuiltSegment['parts'] = []
  private readonly built = new Map<string, BuiltColumn>()

  add(name: string, column: BuiltColumn): void {
    const equal = [...this.built].find(([, other]) => isSame(column, other))
    this.metas[name] = { ...column.meta, stored: equal?.[0] ?? name }
    if (equal) return
    this.built.set(name, column)
    for (const [part, bytes] of column.parts) this.parts.push([`${name}/${part}`, bytes])
  }
}

function isSame(one: BuiltColumn, other: BuiltColumn): boolean {
  if (one.parts.length !== other.parts.length || JSON.stringify(one.meta) !== JSON.stringify(other.meta)) return false
  return one.parts.every(([name, bytes], at) => {
    const [otherName, otherBytes] = other.parts[at] ?? []
    return name === otherName && otherBytes !== undefined && Buffer.compare(bytes, otherBytes) === 0
  })
}

/** Whether a row comes after a position. */
function isBehind({ version, key }: { version: number; key: string }, to: RowPlace): boolean {
  return version > to.version || (version === to.version && to.key !== undefined && compareCodePoints(key, to.key) > 0)
}

async function readVectors(
  name: string,
  dimensions: number,
  places: ReadonlyMap<string, number>,
  { from, to }: SegmentAsked,
  fetch: Fetcher,
): Promise<VectorColumn> {
  const column = new VectorColumn(dimensions)
  await walkVectors(name, dimensions, from, fetch, (row) => {
    if (isBehind(row, to)) return false
    const place = places.get(row.key)
    if (place === undefined || place < column.size) return true
    while (column.size < place) column.append(undefined)
    column.append(row.value ?? undefined)
    return true
  })
  while (column.size < places.size) column.append(undefined)
  return column
}

function buildVectors(column: VectorColumn, order: Int32Array): { meta: VectorMeta; parts: BuiltSegment['parts'] } {
  const { dimensions } = column
  let blockDocs = 32
  while (blockDocs * 2 * dimensions * 4 <= VECTOR_BLOCK_BYTES) blockDocs *= 2
  const blocks: number[] = []
  const parts: BuiltSegment['parts'] = []
  for (let block = 0; block * blockDocs < order.length; block += 1) {
    const some = order.subarray(block * blockDocs, (block + 1) * blockDocs)
    const values = new Float32Array(some.length * dimensions)
    let count = 0
    for (const [at, ordinal] of some.entries()) {
      const row = column.rowAt(ordinal)
      if (row) values.set(row, at * dimensions)
      else values[at * dimensions] = Number.NaN
      if (row) count += 1
    }
    if (count === 0) continue
    blocks.push(block)
    parts.push([`v${block}`, new Uint8Array(values.buffer)])
  }
  return { meta: { dimensions, blockDocs, blocks }, parts }
}
