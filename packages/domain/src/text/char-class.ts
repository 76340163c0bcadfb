/**
 * Classes of characters under the word rules (UAX #29, section 4) and the cluster rules (section 3). They are computed with property
 * escapes, which agree in every JavaScript engine for the characters of Unicode 15.0. Later characters get fixed classes, so that all
 * engines tokenise alike.
 */
import { ASSIGNED, PICTOGRAPHIC } from './unicode-15'

/** Classes of the word rules. `cluster` is our addition: scripts written without spaces, with one token per grapheme cluster. */
export const WordClass = {
  other: 1,
  letter: 2,
  hebrew: 3,
  digit: 4,
  connector: 5,
  cluster: 6,
  pictograph: 7,
  mark: 8,
  midLetter: 9,
  midNumber: 10,
  midBoth: 11,
  quote: 12,
  doubleQuote: 13,
} as const

/** Classes of the cluster rules. `consonant` and `linker` form the conjuncts of Indic, Khmer and Myanmar scripts (rule GB9c). */
export const ClusterClass = {
  other: 1,
  control: 2,
  carriageReturn: 3,
  lineFeed: 4,
  extend: 5,
  joiner: 6,
  prepend: 7,
  regional: 8,
  pictograph: 9,
  hangulLead: 10,
  hangulVowel: 11,
  hangulTail: 12,
  hangulOpen: 13,
  hangulClosed: 14,
  consonant: 15,
  linker: 16,
  spacing: 17,
} as const

const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
// Marks that belong to both Japanese kana, so that their script property is "Common": the long vowel sign and the repeat marks.
const KANA_SIGN = /[\u3031-\u3035\u30FC\uFF70]/u
const MARK = /[\p{M}\u{E0020}-\u{E007F}\uFF9E\uFF9F]|[\u{1F3FB}-\u{1F3FF}]|\u200C|\u200D/u
const LETTER = /[\p{L}\p{Nl}\u24B6-\u24E9\u{1F130}-\u{1F149}]/u
// Modifier letters that are symbols or punctuation by category but letters under the word rules.
const LETTER_BY_RULE =
  /[\u02C2-\u02C5\u02D2-\u02D7\u02DE\u02DF\u02E5-\u02FF\u055A-\u055C\u055E\u058A\u05F3\uA708-\uA716\uA720\uA721\uA789\uA78A\uAB5B]/u

const LINKER = /[\u094D\u09CD\u0ACD\u0B4D\u0C4D\u0D4D\u1039\u17D2]/u
const CONJOINING =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Telugu}\p{Script=Malayalam}\p{Script=Khmer}\p{Script=Myanmar}]/u
const PREPEND =
  /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u0D4E\u{110BD}\u{110CD}\u{111C2}\u{111C3}\u{1193F}\u{11941}\u{11A3A}\u{11A84}-\u{11A89}\u{11D46}]/u
// The vowel AM of Thai and Lao is a letter by category but combines with the letter before it.
const SPACING = /[\p{Mc}\u0E33\u0EB3]/u
const EXTEND = /[\p{M}\u200C\u{E0020}-\u{E007F}\uFF9E\uFF9F]|[\u{1F3FB}-\u{1F3FF}]/u

const wordCache = new Uint8Array(0x10000)
const clusterCache = new Uint8Array(0x10000)

/** The class of a code point under the word rules: one of `WordClass`. */
export function wordClass(codePoint: number): number {
  if (codePoint > 0xffff) return computeWordClass(codePoint)
  const known = wordCache[codePoint] ?? 0
  if (known !== 0) return known
  const found = computeWordClass(codePoint)
  wordCache[codePoint] = found
  return found
}

/** The class of a code point under the cluster rules: one of `ClusterClass`. */
export function clusterClass(codePoint: number): number {
  if (codePoint > 0xffff) return computeClusterClass(codePoint)
  const known = clusterCache[codePoint] ?? 0
  if (known !== 0) return known
  const found = computeClusterClass(codePoint)
  clusterCache[codePoint] = found
  return found
}

/** Whether the character may be normalised and case-folded: it is in Unicode 15.0, so all engines give the same result. */
export function isPinned(codePoint: number): boolean {
  return codePoint < 0x300 || ASSIGNED.has(codePoint)
}

function computeWordClass(codePoint: number): number {
  const char = String.fromCodePoint(codePoint)
  if (PICTOGRAPHIC.has(codePoint) || isRegional(codePoint)) return WordClass.pictograph
  if (!isPinned(codePoint)) return laterWordClass(codePoint)
  const between = betweenClass(char)
  if (between !== undefined) return between
  if (MARK.test(char)) return WordClass.mark
  // The Arabic decimal separator counts as a digit.
  if (/[\p{Nd}\u066B]/u.test(char)) return WordClass.digit
  if (KANA_SIGN.test(char) || (SPACELESS.test(char) && !/\p{P}/u.test(char))) return WordClass.cluster
  if (/\p{Script=Hebrew}/u.test(char) && LETTER.test(char)) return WordClass.hebrew
  if (LETTER.test(char) || LETTER_BY_RULE.test(char)) return WordClass.letter
  if (/\p{No}/u.test(char)) return WordClass.digit
  if (/\p{Pc}/u.test(char)) return WordClass.connector
  return WordClass.other
}

/** The class of punctuation that is allowed inside a word or a number (WB6, WB7, WB11, WB12). */
function betweenClass(char: string): number | undefined {
  if (char === "'") return WordClass.quote
  if (char === '"') return WordClass.doubleQuote
  if (/[.\u2018\u2019\u2024\uFE52\uFF07\uFF0E]/u.test(char)) return WordClass.midBoth
  if (/[:\u00B7\u0387\u055F\u05F4\u2027\uFE13\uFE55\uFF1A]/u.test(char)) return WordClass.midLetter
  if (/[,;\u037E\u0589\u060C\u060D\u066C\u07F8\u2044\uFE10\uFE14\uFE50\uFE54\uFF0C\uFF1B]/u.test(char))
    return WordClass.midNumber
  return undefined
}

/** The class of a character added after Unicode 15.0: ideographs in the two planes that contain only those, letters elsewhere. */
function laterWordClass(codePoint: number): number {
  if ((codePoint & 0xfffe) === 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef)) return WordClass.other
  return codePoint >= 0x20000 && codePoint <= 0x3ffff ? WordClass.cluster : WordClass.letter
}

function computeClusterClass(codePoint: number): number {
  if (codePoint === 0x0d) return ClusterClass.carriageReturn
  if (codePoint === 0x0a) return ClusterClass.lineFeed
  if (codePoint === 0x200d) return ClusterClass.joiner
  if (isRegional(codePoint)) return ClusterClass.regional
  if (PICTOGRAPHIC.has(codePoint)) return ClusterClass.pictograph
  const hangul = hangulClass(codePoint)
  if (hangul !== undefined) return hangul
  if (!isPinned(codePoint)) return ClusterClass.other
  const char = String.fromCodePoint(codePoint)
  if (LINKER.test(char)) return ClusterClass.linker
  if (SPACING.test(char)) return ClusterClass.spacing
  if (EXTEND.test(char)) return ClusterClass.extend
  if (PREPEND.test(char)) return ClusterClass.prepend
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(char)) return ClusterClass.control
  if (CONJOINING.test(char) && /\p{L}/u.test(char)) return ClusterClass.consonant
  return ClusterClass.other
}

function hangulClass(codePoint: number): number | undefined {
  if (codePoint >= 0xac00 && codePoint <= 0xd7a3) {
    return (codePoint - 0xac00) % 28 === 0 ? ClusterClass.hangulOpen : ClusterClass.hangulClosed
  }
  if ((codePoint >= 0x1100 && codePoint <= 0x115f) || (codePoint >= 0xa960 && codePoint <= 0xa97c))
    return ClusterClass.hangulLead
  if ((codePoint >= 0x1160 && codePoint <= 0x11a7) || (codePoint >= 0xd7b0 && codePoint <= 0xd7c6))
    return ClusterClass.hangulVowel
  if ((codePoint >= 0x11a8 && codePoint <= 0x11ff) || (codePoint >= 0xd7cb && codePoint <= 0xd7fb))
    return ClusterClass.hangulTail
  return undefined
}

function isRegional(codePoint: number): boolean {
  return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff
}
