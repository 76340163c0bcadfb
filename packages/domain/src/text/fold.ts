/** Folds words into the form in which they are compared: NFKC, without case and diacritics. */
import { isPinned } from './char-class'

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
export function foldCluster(cluster: string): string {
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
