import { randomUUID } from 'node:crypto'
import type { Json } from '@postil/contract/shapes'
import { gather } from './large-work'

/**
 * JSON text from the store is copied into the reply unparsed: this is faster, and `1.0` stays `1.0`. While a reply is serialized, each such
 * text is represented by a marker string, replaced at the end. The marker contains a secret of this process, so that no user text can
 * imitate it.
 */
const SECRET = randomUUID()
const MARKER = new RegExp(`"${SECRET}:(\\d+)"`, 'g')
let pieces: string[] = []

class RawJson {
  // Private, so that code that walks through a reply finds no properties.
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toJSON(): string {
    pieces.push(this.#text)
    return `${SECRET}:${pieces.length - 1}`
  }
}

/** Wrap JSON text so that it becomes part of a reply unchanged. */
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

/** Wrap a large value that is made only when it is serialized and then discarded, so that thousands of them are never in memory at once. */
export function lateJson(make: () => Json): Json {
  return new LateJson(make) as unknown as Json
}

/** Serialize a reply, with the texts of `rawJson` unchanged. */
export function writeJson(value: unknown): string {
  pieces = []
  const text = JSON.stringify(value)
  if (pieces.length === 0) return text
  const found = pieces
  return text.replace(MARKER, (_, index: string) => found[Number(index)] ?? 'null')
}

/** Number of characters that are encoded, and later sent, at once. */
const PART_CHARS = 64 * 1024

/**
 * Serialize a reply to UTF-8 in slices of a few milliseconds: the items of an object's lists are written one by one. The result stays in
 * parts, since joining and sending many megabytes at once would take long, too.
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

/** Encode texts as UTF-8; short neighbours are joined. */
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

/** Encode a text as UTF-8, a long one in slices of a few milliseconds. */
export function encodeText(text: string): Promise<Buffer[]> {
  return gather(encodedParts(text))
}

function* encodedParts(text: string): Generator<Buffer> {
  for (let at = 0; at < text.length; ) {
    const isPairCut = /[\uD800-\uDBFF]/.test(text.charAt(at + PART_CHARS - 1))
    const end = at + PART_CHARS - Number(isPairCut)
    yield Buffer.from(text.slice(at, end))
    at = end
  }
}
