/** The tokeniser: scans a text once and passes each token to a callback, so that indexing creates no token objects. */
import { WordClass } from './char-class'
import { clusterEnd } from './graphemes'
import { isLone, learnClass, NOT_SIMPLE, simpleClasses, simpleFold } from './simple-codes'
import { unitOf, unitOfCode } from './units'
import { joinsWords, type Stretch, wordEnd } from './word-end'

/** Receives one token: its folded term, its UTF-16 range in the original text, and whether it is joined to the previous token. */
export type TokenSink = (term: string, start: number, end: number, joined: boolean) => void

/** Maximum length of a term, in UTF-16 units. Longer words are cut into joined tokens, to stay below the key size limits of databases. */
export const MAX_TERM_LENGTH = 255

// The fast path reads the table without checking whether an entry is filled in: ASCII is filled in by the first text, all else below.
function learnAscii(): void {
  for (let code = 0; code < 0x80; code += 1) learnClass(code)
}

/** Report every token of a text, in order. */
export function scanWords(text: string, sink: TokenSink): void {
  if (simpleClasses[0] === 0) learnAscii()
  const length = text.length
  let at = 0
  // Controls and ASCII white space are word boundaries under every rule, so each stretch between them is tokenised separately.
  while (at < length) {
    while (at < length && text.charCodeAt(at) <= 0x20) at += 1
    const start = at
    let bits = 0
    let hardest = 0
    for (; at < length; at += 1) {
      const code = text.charCodeAt(at)
      if (code <= 0x20) break
      bits |= code
      // All of ASCII is simple.
      if (code >= 0x80) hardest |= simpleClasses[code] || learnClass(code)
    }
    if (hardest !== NOT_SIMPLE) scanSimple(text, start, at, bits < 0x80, sink)
    else scanStretch(text, start, at, sink)
  }
}

/** The word rules in a fast version, for characters that are one UTF-16 unit and one cluster each, and not Hebrew. */
function scanSimple(text: string, from: number, to: number, isAscii: boolean, sink: TokenSink): void {
  let at = from
  while (at < to) {
    let last = simpleClasses[text.charCodeAt(at)] ?? 0
    if (!joinsWords(last)) {
      at += 1
      continue
    }
    const start = at
    let best = last
    at += 1
    while (at < to) {
      const mark = simpleClasses[text.charCodeAt(at)] ?? 0
      let next = mark
      if (!joinsWords(mark)) {
        next = at + 1 < to ? (simpleClasses[text.charCodeAt(at + 1)] ?? 0) : WordClass.other
        if (next !== last || !standsBetween(mark, next)) break
        at += 1
      }
      last = next
      if (next < best) best = next
      at += 1
    }
    // Connectors alone (`___`) are not a word.
    if (best === WordClass.connector) continue
    if (isAscii) reportSlice(text.slice(start, at).toLowerCase(), start, at, sink)
    else reportFolded(text, start, at, sink)
  }
}

/** Whether a punctuation mark between two letters, or two digits, joins them into one word. */
function standsBetween(mark: number, neighbours: number): boolean {
  if (neighbours === WordClass.letter && mark === WordClass.midLetter) return true
  if (neighbours === WordClass.digit && mark === WordClass.midNumber) return true
  return neighbours !== WordClass.connector && (mark === WordClass.midBoth || mark === WordClass.quote)
}

function scanStretch(text: string, from: number, to: number, sink: TokenSink): void {
  const stretch = readStretch(text, from, to)
  const { texts, classes, starts, ends } = stretch
  let clusterBefore = false
  for (let index = 0; index < classes.length; ) {
    const is = classes[index] ?? 0
    const start = starts[index] ?? from
    if (is === WordClass.cluster || is === WordClass.pictograph) {
      const joined = clusterBefore && is === WordClass.cluster
      reportPart(texts[index] ?? '', start, ends[index] ?? to, joined, sink)
      clusterBefore = is === WordClass.cluster
      index += 1
    } else if (joinsWords(is)) {
      const end = wordEnd(stretch, index)
      if (hasLetterOrDigit(classes, index, end)) reportPieces(stretch, index, end, sink)
      clusterBefore = false
      index = end
    } else {
      clusterBefore = false
      index += 1
    }
  }
}

function readStretch(text: string, from: number, to: number): Stretch {
  const stretch: Stretch = { texts: [], classes: [], starts: [], ends: [], groups: [] }
  let group = 0
  for (let at = from; at < to; ) {
    const code = text.charCodeAt(at)
    const lone = isLone(code) && (at + 1 === to || isLone(text.charCodeAt(at + 1)))
    const end = lone ? at + 1 : clusterEnd(text, at)
    const unit = lone ? unitOfCode(code) : unitOf(text.slice(at, end))
    // The zero width space separates words, although it is invisible: Thai and Khmer texts mark word boundaries with it.
    if (code === 0x200b) push(stretch, ' ', WordClass.other, at, end, 0)
    if (unit.apart) group += 1
    for (const piece of unit.pieces) push(stretch, piece.text, piece.is, at, end, unit.apart ? group : 0)
    at = end
  }
  return stretch
}

function push(stretch: Stretch, text: string, is: number, start: number, end: number, group: number): void {
  // A mark whose base character was removed by folding belongs to the preceding piece.
  const last = stretch.texts.length - 1
  if (is === WordClass.mark && last >= 0) {
    stretch.texts[last] += text
    stretch.ends[last] = end
    return
  }
  stretch.texts.push(text)
  stretch.classes.push(is)
  stretch.starts.push(start)
  stretch.ends.push(end)
  stretch.groups.push(group)
}

function hasLetterOrDigit(classes: readonly number[], from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    const is = classes[index] ?? 0
    if (is >= WordClass.letter && is <= WordClass.digit) return true
  }
  return false
}

/** Report the word that consists of some pieces, cut into parts when it is too long. */
function reportPieces({ texts, starts, ends }: Stretch, from: number, to: number, sink: TokenSink): void {
  let term = ''
  let first = from
  for (let index = from; index < to; index += 1) {
    const piece = texts[index] ?? ''
    if (term !== '' && term.length + piece.length > MAX_TERM_LENGTH) {
      reportPart(term, starts[first] ?? 0, ends[index - 1] ?? 0, first > from, sink)
      term = ''
      first = index
    }
    term += piece
  }
  reportPart(term, starts[first] ?? 0, ends[to - 1] ?? 0, first > from, sink)
}

/** Report a word whose term has the same length as its text, cut into parts when it is too long. */
function reportSlice(term: string, start: number, end: number, sink: TokenSink): void {
  if (term.length <= MAX_TERM_LENGTH) {
    sink(term, start, end, false)
    return
  }
  for (let at = 0; at < term.length; at += MAX_TERM_LENGTH) {
    const part = term.slice(at, at + MAX_TERM_LENGTH)
    sink(part, start + at, start + at + part.length, at > 0)
  }
}

/** Report a word of simple characters. Its folded form may be longer than its text. */
function reportFolded(text: string, start: number, end: number, sink: TokenSink): void {
  let term = ''
  let first = start
  for (let at = start; at < end; at += 1) {
    const piece = simpleFold(text.charCodeAt(at))
    if (term.length + piece.length > MAX_TERM_LENGTH) {
      sink(term, first, at, first > start)
      term = ''
      first = at
    }
    term += piece
  }
  sink(term, first, end, first > start)
}

/** Report one piece. Longer than a term can only be a cluster with hundreds of marks, which is no real word: the rest is dropped. */
function reportPart(term: string, start: number, end: number, joined: boolean, sink: TokenSink): void {
  sink(term.length > MAX_TERM_LENGTH ? term.slice(0, MAX_TERM_LENGTH) : term, start, end, joined)
}
