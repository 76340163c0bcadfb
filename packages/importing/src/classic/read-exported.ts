import type { ExactJson, Json } from '@postil/contract/shapes'
import { unprotect } from '../convert/protect'
import { parseExact, parseJson } from '../read/read-cell'
import type { Cell } from '../read/source-row'
import type { ClassicPlan } from './plan'
import { type ClassicRecord, OBJECT_PARTS } from './record'

type Parts = Partial<ClassicRecord>

/** The part of an exported record that a column belongs to, and the path inside it. */
const PATH = /^(inputs|prediction|annotation|predictions|annotations|metadata|vectors|explanation)\.(.*)$/s

/** Rebuild records from the columns of one of our own exports: dotted names, as in JSON lines, and JSON in texts. */
export function readExported(plan: Pick<ClassicPlan, 'columns' | 'task' | 'encoding'>, cells: readonly Cell[]): Parts {
  const { columns, task, encoding } = plan
  const isText = encoding !== 'native'
  const parts: { [part: string]: unknown } = {}
  for (const [at, { source }] of columns.entries()) {
    const given = cells[at]
    if (given === undefined || given === null) continue
    const cell = encoding === 'csv' && typeof given === 'string' ? unprotect(given) : given
    const [, part, path = ''] = PATH.exec(source) ?? []
    if (part !== undefined)
      put(parts, [part, ...pathInside(part, path)], part === 'inputs' && isText ? oneOrMany(cell) : cell)
    else if (source === 'inputs' || OBJECT_PARTS.some((name) => name === source))
      merge(parts, source, isText ? json(cell) : cell)
    else if (source === 'id') parts.id = isText ? idOf(cell) : cell
    else if (source === 'tokens') parts.tokens = isText ? json(cell) : cell
    else if (source === 'multi_label') parts.multi_label = cell === true || cell === 'true'
    else if (source === 'text' ? task !== 'TextClassification' : source === 'status' || source === 'event_timestamp')
      parts[source] = cell
  }
  return parts as Parts
}

/** Names of inputs, agents and vectors may contain dots themselves; the part after them is known. */
function pathInside(part: string, path: string): string[] {
  if (part !== 'predictions' && part !== 'annotations' && part !== 'vectors') return [path]
  const dot = path.lastIndexOf('.')
  return dot === -1 ? [path] : [path.slice(0, dot), path.slice(dot + 1)]
}

function put(parts: object, [key = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    // defineProperty instead of assignment: a name may be `__proto__`.
    Object.defineProperty(parts, key, { value, enumerable: true, configurable: true, writable: true })
    return
  }
  const known: unknown = Object.hasOwn(parts, key) ? Reflect.get(parts, key) : undefined
  const inner = typeof known === 'object' && known !== null ? known : {}
  if (inner !== known) put(parts, [key], inner)
  put(inner, rest, value)
}

function merge(parts: object, part: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const entries = Object.entries(value)
  if (entries.length === 0) put(parts, [part], {})
  for (const [key, inner] of entries) put(parts, [part, key], inner)
}

function json(cell: Json): unknown {
  return typeof cell === 'string' ? parseExact(cell) : cell
}

/** An input of several texts is a list in JSON, as is a text that looks like one (`encodeTerms`). */
function oneOrMany(cell: Json): Json {
  return typeof cell === 'string' && /^["[]/.test(cell) ? (parseJson(cell) ?? cell) : cell
}

/** Ids that are numbers are written bare, texts that look like numbers in quotes (`idText`). */
function idOf(cell: Json): ExactJson {
  if (typeof cell !== 'string') return cell
  if (/^-?\d+$/.test(cell)) return Number(cell)
  return cell.startsWith('"') ? (parseJson(cell) ?? cell) : cell
}

/** An id as a cell that `readExported` reads back: `1` and `"1"` are two forms of the same id. */
export function idText(id: ClassicRecord['id']): string {
  if (typeof id !== 'string') return String(id)
  return /^-?\d+$|^"/.test(id) ? JSON.stringify(id) : id
}
