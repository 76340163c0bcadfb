/** Folds grapheme clusters and classifies them for the word rules. Results are cached, since texts repeat the same clusters. */
import { isPinned, WordClass, wordClass } from './char-class'

/** One folded character with its marks. */
interface Piece {
  text: string
  /** One of `WordClass`. */
  is: number
}

/** One cluster of the original text. */
export interface Unit {
  pieces: readonly Piece[]
  /** The letters exist only after folding (`™`, `½`, `㎏`): they form a word of their own and never join a neighbouring word. */
  apart: boolean
}

// Enough for every character of a mixed corpus. When it is full, it is cleared.
const CACHE_SIZE = 20_000
const cache = new Map<string, Unit>()

const SYMBOL_OR_FRACTION = /[\p{S}\p{No}\p{P}]/u
// Exceptions, which join their neighbours: superscript and subscript digits belong to their word (m², H₂O), the Arabic decimal separator
// to its number, and circled letters are letters under the word rules.
const JOINS_ANYWAY = /[\u066B\u00B2\u00B3\u00B9\u2070-\u2089\u24B6-\u24E9\u{1F130}-\u{1F149}]/u
const KEYCAP = /^[0-9#*]\uFE0F?\u20E3$/
const VARIANT_OR_SKIN_TONE = /[\uFE0E\uFE0F\u{1F3FB}-\u{1F3FF}]/gu

/**
 * Clusters are cut to this length, in UTF-16 units. Real text has no letters with hundreds of marks, and bringing marks into Unicode's
 * canonical order takes quadratic time.
 */
const MAX_CLUSTER = 255

/** The folded pieces of one grapheme cluster, from a cache. */
export function unitOf(whole: string): Unit {
  const cluster = whole.length > MAX_CLUSTER ? whole.slice(0, MAX_CLUSTER) : whole
  const known = cache.get(cluster)
  if (known) return known
  const unit = makeUnit(cluster)
  if (cache.size >= CACHE_SIZE) cache.clear()
  cache.set(cluster, unit)
  return unit
}

const byCode = new Array<Unit | undefined>(0x10000)

/** The folded pieces of a cluster that is a single UTF-16 unit, by its code. A faster path, because most clusters are of this kind. */
export function unitOfCode(code: number): Unit {
  const known = byCode[code]
  if (known) return known
  const unit = makeUnit(String.fromCharCode(code))
  byCode[code] = unit
  return unit
}

function makeUnit(cluster: string): Unit {
  const codePoint = cluster.codePointAt(0) ?? 0
  const base = String.fromCodePoint(codePoint)
  if (KEYCAP.test(cluster)) return emoji(cluster)
  const pictograph = wordClass(codePoint) === WordClass.pictograph
  if (pictograph && base.normalize('NFKD') === base) return emoji(cluster)
  if (/^[\u{1F3FB}-\u{1F3FF}]/u.test(base)) return { pieces: [{ text: base, is: WordClass.pictograph }], apart: true }
  const pieces = piecesOf(foldCluster(cluster))
  if (pictograph && !pieces.some((piece) => isWordy(piece.is))) return emoji(cluster)
  const letter = wordClass(codePoint) === WordClass.letter
  const sign = isPinned(codePoint) && !letter && SYMBOL_OR_FRACTION.test(base) && !JOINS_ANYWAY.test(base)
  return { pieces, apart: sign && pieces.some(({ is }) => isWordy(is)) }
}

/** An emoji is one token; its skin tone and its presentation (text or emoji style) are ignored. */
function emoji(cluster: string): Unit {
  return { pieces: [{ text: cluster.replace(VARIANT_OR_SKIN_TONE, ''), is: WordClass.pictograph }], apart: true }
}

function piecesOf(folded: string): Piece[] {
  const pieces: Piece[] = []
  for (const char of folded) {
    const is = wordClass(char.codePointAt(0) ?? 0)
    const last = pieces.at(-1)
    const hangs = is === WordClass.mark || char === '\u0E33' || char === '\u0EB3'
    // A linker (virama) stacks the next consonant under this one, so both are in the same cluster.
    if (last && (hangs || (is === WordClass.cluster && /[\u1039\u17D2]$/u.test(last.text)))) last.text += char
    else pieces.push({ text: char, is: is === WordClass.mark && isSpaceless(char) ? WordClass.cluster : is })
  }
  return pieces
}

function isSpaceless(char: string): boolean {
  return /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(char)
}

function isWordy(is: number): boolean {
  return is === WordClass.cluster || (is >= WordClass.letter && is <= WordClass.digit)
}

// Words are folded into the form in which they are compared: NFKC, without case and diacritics.

// Accents, Arabic and Hebrew vowel points and the like. The vowel signs of Indic scripts and Thai and the voiced sound marks of kana are
// part of the letter and stay.
const DIACRITIC =
  /(?![\u3099\u309A])(?=[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}])[\p{Mn}\p{Me}]/gu
// Soft hyphens, joiners, direction marks, and the Arabic tatweel, which only stretches a word.
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u0640]/gu
const STROKED = /[æœøłđðþħŧς\u2018\u2019]/gu
const UNSTROKED: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
  '\u2018': "'",
  '\u2019': "'",
}

/**
 * Fold one grapheme cluster. The result may have several characters, or none when nothing visible is left. A cluster with a character
 * newer than Unicode 15.0 is returned unchanged, since engines differ in its normalisation.
 */
function foldCluster(cluster: string): string {
  if (cluster.length === 1 && cluster < '\x80') return cluster.toLowerCase()
  for (const char of cluster) if (!isPinned(char.codePointAt(0) ?? 0)) return cluster
  return (
    caseFold(cluster.normalize('NFKD').replace(DIACRITIC, '').replace(INVISIBLE, ''))
      .replace(STROKED, (char) => UNSTROKED[char] ?? char)
      .normalize('NFC')
      // NFKC splits the vowel AM of Thai and Lao in two, but readers see it as one sign.
      .replaceAll('\u0E4D\u0E32', '\u0E33')
      .replaceAll('\u0ECD\u0EB2', '\u0EB3')
  )
}

/** `toLowerCase` alone does not unify `ß` and `SS`, and `toUpperCase` alone not `ẞ` and `ß`; this order unifies all three. */
function caseFold(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase()
}
