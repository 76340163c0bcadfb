import { decodeUtf8, MalformedBody } from './body-text'

/** Size of text that is parsed at once; this takes about a millisecond. */
const PIECE_BYTES = 64 * 1024
/** Number of bytes scanned between two reads of the clock. */
const SCAN_BYTES = 16 * 1024
/** Maximum size of a name, a number or white space, which are not parsed in pieces. Real data has no long ones. */
const MAX_UNIT_BYTES = 1024 * 1024
/** Maximum nesting. Real data is never nested deeper, and recursive code must not overflow the stack. */
export const MAX_DEPTH = 64
/**
 * Maximum number of objects and lists in a body: each takes about 60 bytes of memory, however short its text. 1000 records have 20,000 to
 * 200,000.
 */
const MAX_CONTAINERS = 1_000_000
/** Maximum number of values in a body with records: 500 records with five vectors of 1536 numbers have 3.8 million. */
const MAX_VALUES = 5_000_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const OPEN_BRACE = 0x7b
const CLOSE_BRACKET = 0x5d
const CLOSE_BRACE = 0x7d
const LETTER_U = 0x75

/** An object or a list whose end has not been reached yet; the first one represents the whole text. */
interface Open {
  isObject: boolean
  /** Offset of its opening bracket. */
  start: number
  /** Offset of the first part that is not in `made` yet. */
  from: number
  /** Offset of the item that is being read: just after the last comma. */
  itemFrom: number
  /** A colon was found in this item, so what follows is a value and not a name. */
  isValue: boolean
  /** The item was large and is already in `made`: only white space may follow before the next comma. */
  isItemDone: boolean
  made: unknown[] | Record<string, unknown> | undefined
}

/**
 * An incremental JSON parser that reads the text in one pass. Neighbouring items that together fit into a piece go to an ordinary parser;
 * larger objects, lists and strings are assembled from pieces. Text whose values would need far more memory than the text itself is refused
 * during the pass.
 */
export class LargeJson {
  private readonly frames: Open[] = [openAt(false, -1)]
  private depth = 0
  private at = 0
  /** Offset of the opening quote of the string that is being read, or -1 outside of strings. */
  private textFrom = -1
  private pieceFrom = 0
  /**
   * The part of a long string that was read so far. It stays a concatenation of pieces until it is first used, since flattening a string of
   * many megabytes takes long, and such a body is refused without a look at it.
   */
  private textBefore = ''
  private containers = 0
  private commas = 0

  /**
   * @param bytes - the text in UTF-8
   * @param parse - an ordinary parser; throws `MalformedBody`
   * @param pieceBytes - size of text that is parsed at once
   * @param maxValues - maximum number of values in the text
   */
  constructor(
    private readonly bytes: Buffer,
    private readonly parse: (text: string) => unknown,
    private readonly pieceBytes = PIECE_BYTES,
    private readonly maxValues = MAX_VALUES,
  ) {}

  /** Parse until `performance.now()` reaches a time, or to the end. Returns whether the end was reached. Throws `MalformedBody`. */
  parseUntil(untilMs: number): boolean {
    while (this.at < this.bytes.length) {
      this.scan(Math.min(this.at + Math.min(SCAN_BYTES, this.pieceBytes), this.bytes.length))
      if (performance.now() >= untilMs) return false
    }
    return true
  }

  /** The parsed value, once all of the text was read; undefined for blank text. Throws `MalformedBody`. */
  result(): unknown {
    const root = this.current()
    if (this.depth > 0 || this.textFrom >= 0) throw new MalformedBody('The body ends in the middle.')
    const end = this.bytes.length
    if (root.isItemDone) this.assertBlank(root.from, end)
    else if (this.isBlank(root.from, end)) return undefined
    else this.take(root, end)
    return Array.isArray(root.made) ? root.made[0] : undefined
  }

  private scan(end: number): void {
    const { bytes } = this
    while (this.at < end) {
      if (this.textFrom >= 0) {
        this.scanText(end)
        continue
      }
      const at = this.at
      this.at += 1
      switch (bytes[at]) {
        case QUOTE:
          this.textFrom = at
          this.pieceFrom = at + 1
          break
        case COMMA:
          this.endItem(at)
          break
        case COLON:
          this.current().isValue = true
          break
        case OPEN_BRACE:
        case OPEN_BRACKET:
          this.open(at, bytes[at] === OPEN_BRACE)
          break
        case CLOSE_BRACE:
        case CLOSE_BRACKET:
          this.close(at, bytes[at] === CLOSE_BRACE)
      }
    }
  }

  /** Continue inside a string. Long strings are cut between two characters, never within an escape sequence. */
  private scanText(end: number): void {
    const { bytes } = this
    let at = this.at
    let code = bytes[at]
    while (at < end && code !== QUOTE) {
      if (code !== BACKSLASH) at += 1
      else at += bytes[at + 1] === LETTER_U ? 6 : 2
      code = bytes[at]
    }
    this.at = at
    const isLong = at - this.pieceFrom > this.pieceBytes
    if (at < end) {
      if (this.pieceFrom > this.textFrom + 1) {
        this.putLarge(this.textFrom, at + 1, this.textBefore + this.textOf(this.pieceFrom, at))
        this.textBefore = ''
      }
      this.textFrom = -1
      this.at = at + 1
    } else if (isLong && this.isName()) {
      if (at - this.textFrom > MAX_UNIT_BYTES) throw tooLong()
    } else if (isLong && at < bytes.length) {
      const cut = this.startOfCharacter(at)
      this.textBefore += this.textOf(this.pieceFrom, cut)
      this.pieceFrom = cut
    }
  }

  /** The offset where the UTF-8 character at this offset begins. */
  private startOfCharacter(at: number): number {
    let start = at
    while (start > at - 3 && ((this.bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1
    // Invalid UTF-8 has no such offset.
    return (this.bytes[start] ?? 0) >= 0xc0 ? start : at
  }

  private isName(): boolean {
    const { isObject, isValue } = this.current()
    return isObject && !isValue
  }

  private textOf(from: number, to: number): string {
    return String(this.parse(`"${decodeUtf8(this.bytes, from, to)}"`))
  }

  private endItem(at: number): void {
    const open = this.current()
    if (this.depth === 0) throw new MalformedBody('The body holds more than one value.')
    this.commas += 1
    if (this.containers + this.commas > this.maxValues)
      throw new MalformedBody(`The body has more than ${this.maxValues} values: send it in several parts.`)
    if (open.isItemDone) {
      this.assertBlank(open.from, at)
      open.isItemDone = false
      open.from = at + 1
    } else if (at - open.from >= this.pieceBytes) {
      this.take(open, at)
      open.from = at + 1
    }
    open.itemFrom = at + 1
    open.isValue = false
  }

  private open(at: number, isObject: boolean): void {
    this.depth += 1
    this.containers += 1
    if (this.depth > MAX_DEPTH) throw new MalformedBody(`The body nests deeper than ${MAX_DEPTH} levels.`)
    if (this.containers > MAX_CONTAINERS)
      throw new MalformedBody(`The body has more than ${MAX_CONTAINERS} objects and lists: send it in several parts.`)
    const open = this.frames[this.depth]
    if (!open) this.frames.push(openAt(isObject, at))
    // Frames are reused, since there may be a million of them.
    else Object.assign(open, openAt(isObject, at))
  }

  private close(at: number, isObject: boolean): void {
    const open = this.current()
    if (this.depth === 0 || open.isObject !== isObject)
      throw new MalformedBody('The brackets of the body do not match.')
    this.depth -= 1
    if (!open.made && at - open.start <= this.pieceBytes) return
    const isEmpty = !open.made && open.itemFrom === open.start + 1
    if (open.isItemDone) this.assertBlank(open.from, at)
    else if (!isEmpty || !this.isBlank(open.from, at)) this.take(open, at)
    this.putLarge(open.start, at + 1, open.made ?? (isObject ? {} : []))
  }

  /** Parse the items from `open.from` to an offset and append them to `made`. */
  private take(open: Open, to: number): void {
    if (to - open.from > MAX_UNIT_BYTES) throw tooLong()
    const items = decodeUtf8(this.bytes, open.from, to)
    if (open.isObject) {
      const parsed = this.parse(`{${items}}`) as Record<string, unknown>
      const names = Object.keys(parsed)
      if (names.length === 0) throw new MalformedBody('A comma stands where no value follows.')
      for (const name of names) this.put(open, name, parsed[name])
    } else {
      const parsed = this.parse(`[${items}]`) as unknown[]
      if (parsed.length === 0) throw new MalformedBody('A comma stands where no value follows.')
      for (const item of parsed) this.put(open, '', item)
    }
  }

  /** Append a large value that was read from `start` to `end` to the innermost open object or list, after the items before it. */
  private putLarge(start: number, end: number, value: unknown): void {
    const open = this.current()
    if (open.isItemDone) throw new MalformedBody('A comma is missing between two values.')
    if (open.itemFrom > open.from) this.take(open, open.itemFrom - 1)
    open.from = open.itemFrom
    if (open.isObject) {
      if (start - open.from > MAX_UNIT_BYTES) throw tooLong()
      const named = this.parse(`{${decodeUtf8(this.bytes, open.from, start)}null}`) as Record<string, unknown>
      for (const name of Object.keys(named)) this.put(open, name, value)
    } else {
      this.assertBlank(open.from, start)
      this.put(open, '', value)
    }
    open.from = end
    open.isItemDone = true
  }

  private put(open: Open, name: string, value: unknown): void {
    open.made ??= open.isObject ? {} : []
    if (Array.isArray(open.made)) open.made.push(value)
    else if (name !== '__proto__') open.made[name] = value
    // Like `JSON.parse`, treat `__proto__` as an ordinary name.
    else Object.defineProperty(open.made, name, { value, configurable: true, enumerable: true, writable: true })
  }

  private current(): Open {
    const open = this.frames[this.depth]
    if (!open) throw new Error('The text of the body is always open.')
    return open
  }

  private assertBlank(from: number, to: number): void {
    if (!this.isBlank(from, to)) throw new MalformedBody('Something stands in the body between two values.')
  }

  private isBlank(from: number, to: number): boolean {
    if (to - from > MAX_UNIT_BYTES) throw tooLong()
    for (let at = from; at < to; at += 1) {
      const code = this.bytes[at]
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return false
    }
    return true
  }
}

function openAt(isObject: boolean, start: number): Open {
  return {
    isObject,
    start,
    from: start + 1,
    itemFrom: start + 1,
    isValue: false,
    isItemDone: false,
    made: undefined,
  }
}

function tooLong(): MalformedBody {
  return new MalformedBody('The body has a name, a number or a gap of more than a megabyte.')
}
