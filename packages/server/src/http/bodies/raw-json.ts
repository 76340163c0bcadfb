import { randomUUID } from 'node:crypto'
import type { Json } from '@postil/contract/shapes'
import { gather } from './large-work'

/**
 * JSON text from the store goes to the wire untouched: no parsing, and `1.0` stays `1.0`. While a reply is written, each piece stands as a
 * marker string, replaced at the end; the marker holds a secret of this process, so no user text can imitate it.
 */
const SECRET = randomUUID()
const MARKER = new RegExp(`"${SECRET}:(\\d+)"`, 'g')
let pieces: string[] = []

class RawJson {
  // Private, so that code that walks through a reply finds nothing inside.
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toJSON(): string {
    pieces.push(this.#text)
    return `${SECRET}:${pieces.length - 1}`
  }
}

/** A value already written as JSON, to be put into a reply as it is. */
export function rawJson(text: string): Json {
  return new RawJson(text) as unknown as Json
}

class LateJson {
  readonly #make: () => Json
  constructor(make: () => Json) {
    this.#make = make
  }
  toJSON(): Json {
    return this.#make()
  }
}

/** A large value that is made only when its place in the reply is written, and not kept: thousands of them are never in memory at once. */
export function lateJson(make: () => Json): Json {
  return new LateJson(make) as unknown as Json
}

/** JSON text of a reply, with raw pieces in their places. */
export function writeJson(value: unknown): string {
  pieces = []
  const text = JSON.stringify(value)
  if (pieces.length === 0) return text
  const found = pieces
  return text.replace(MARKER, (_, index: string) => found[Number(index)] ?? 'null')
}

/** Text that is encoded, and later sent, at once. */
const PART_CHARS = 64 * 1024

/**
 * The same in UTF-8, a few milliseconds at a time: the items of an object's lists are written one by one. It stays in parts, since to join and
 * send many megabytes at once would take long, too.
 */
export async function writeLargeJson(value: unknown): Promise<Uint8Array[]> {
  return gather(encoded(textsOf(value)))
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return yield writeJson(value)
  const members = Object.entries(value).filter(([, part]) => part !== undefined)
  for (const [index, [name, part]] of members.entries()) {
    yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
    yield* Array.isArray(part) ? listTexts(part) : [writeJson(part)]
  }
  yield members.length === 0 ? '{}' : '}'
}

function* listTexts(items: readonly unknown[]): Generator<string> {
  for (const [index, item] of items.entries()) yield `${index === 0 ? '[' : ','}${writeJson(item)}`
  yield items.length === 0 ? '[]' : ']'
}

/** Texts as bytes, short neighbours together. */
function* encoded(texts: Iterable<string>): Generator<Uint8Array> {
  let part = ''
  for (const text of texts) {
    part += text
    if (part.length < PART_CHARS) continue
    yield Buffer.from(part)
    part = ''
  }
  if (part !== '') yield Buffer.from(part)
}
