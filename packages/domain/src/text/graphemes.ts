/**
 * Grapheme clusters: what readers perceive as one character (UAX #29, section 3, with the conjuncts of rule GB9c also for Khmer and
 * Myanmar). Not `Intl.Segmenter`, whose results depend on the Unicode version of the engine. One intended difference: every mark belongs
 * to the cluster of its base.
 */
import { ClusterClass, clusterClass } from './char-class'

/**
 * Find the end of the cluster that begins at an offset.
 *
 * @param start - UTF-16 offset of a cluster's beginning, below the text's length
 * @returns UTF-16 offset, always greater than `start`
 */
export function clusterEnd(text: string, start: number): number {
  let at = start
  let base = classAt(text, at)
  at += unitsAt(text, at)
  if (base === ClusterClass.carriageReturn) return classAt(text, at) === ClusterClass.lineFeed ? at + 1 : at
  if (isControl(base)) return at
  while (base === ClusterClass.prepend && at < text.length && !isControl(classAt(text, at))) {
    base = classAt(text, at)
    at += unitsAt(text, at)
  }
  if (base === ClusterClass.regional && classAt(text, at) === ClusterClass.regional) at += unitsAt(text, at)
  at = hangulEnd(text, at, base)
  return tailEnd(text, at, base)
}

/**
 * Whether a cluster certainly begins at an offset, judged only by the characters before and after it. Finds a starting point in the middle
 * of a long text; false does not mean that no cluster begins there.
 *
 * @param offset - UTF-16 offset from 0 to the text's length
 */
export function isPlainEdge(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return true
  return plainBefore(text, offset) && classAt(text, offset) === ClusterClass.other && !isLowSurrogate(text, offset)
}

function plainBefore(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset - 1)
  return (unit < 0xd800 || unit > 0xdfff) && clusterClass(unit) === ClusterClass.other
}

function hangulEnd(text: string, start: number, first: number): number {
  let at = start
  let last = first
  while (at < text.length) {
    const next = classAt(text, at)
    if (!joinsHangul(last, next)) return at
    last = next
    at += 1
  }
  return at
}

function joinsHangul(last: number, next: number): boolean {
  const afterLead =
    next === ClusterClass.hangulLead || next === ClusterClass.hangulOpen || next === ClusterClass.hangulClosed
  if (last === ClusterClass.hangulLead) return afterLead || next === ClusterClass.hangulVowel
  if (last === ClusterClass.hangulOpen || last === ClusterClass.hangulVowel) {
    return next === ClusterClass.hangulVowel || next === ClusterClass.hangulTail
  }
  return (last === ClusterClass.hangulClosed || last === ClusterClass.hangulTail) && next === ClusterClass.hangulTail
}

/** The end of a cluster: after the marks that follow the base, emoji joined to it, and consonants that a linker stacks under it. */
function tailEnd(text: string, start: number, base: number): number {
  let at = start
  let linked = false
  let stacks = base === ClusterClass.consonant
  let tied = base === ClusterClass.pictograph
  while (at < text.length) {
    const next = classAt(text, at)
    if (next === ClusterClass.joiner) {
      at += 1
      tied &&= classAt(text, at) === ClusterClass.pictograph
      if (tied) at += unitsAt(text, at)
    } else if (next === ClusterClass.extend) {
      // A zero width non-joiner keeps consonants from being stacked.
      if (text.charCodeAt(at) === 0x200c) stacks = false
      at += unitsAt(text, at)
    } else if (next === ClusterClass.spacing) {
      tied = false
      stacks = false
      at += unitsAt(text, at)
    } else if (next === ClusterClass.linker) {
      linked = stacks
      at += 1
    } else if (next === ClusterClass.consonant && linked && stacks) {
      linked = false
      at += 1
    } else {
      return at
    }
  }
  return at
}

function classAt(text: string, offset: number): number {
  const codePoint = text.codePointAt(offset)
  return codePoint === undefined ? 0 : clusterClass(codePoint)
}

function unitsAt(text: string, offset: number): number {
  return (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1
}

function isControl(found: number): boolean {
  return found === ClusterClass.control || found === ClusterClass.carriageReturn || found === ClusterClass.lineFeed
}

function isLowSurrogate(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset)
  return unit >= 0xdc00 && unit <= 0xdfff
}
