import type { FieldWords } from '../text-store'

/** Every ASCII sign but space and quotes. Letters, digits and all characters beyond ASCII are token characters by default. */
const SIGNS = '!#$%&()*+,-./:;<=>?@[\\]^_`{|}~'

/** Texts are split into words before they reach the index, so FTS5 must split at spaces only and must not change the words. */
export const TOKENIZER = `ascii tokenchars '${SIGNS}''''""${'\u001f'}'`

/** Precedes a capital letter: FTS5 folds ASCII case, and some words keep a capital (beside characters newer than our Unicode tables). */
const CAPITAL = '\u001f'

/** A word as it is stored in the index: prefixed with the number of its field. */
export function storedWord(number: number, term: string): string {
  return `${prefixOf(number)}${escapeCapitals(term)}`
}

/** All words of a record, as one text for FTS5. */
export function storedText(fields: readonly FieldWords[]): string {
  const texts = fields.map(({ number, terms }) => {
    const prefix = prefixOf(number)
    return terms.length === 0 ? '' : prefix + terms.join(` ${prefix}`)
  })
  // The empty word between two fields prevents phrase matches across fields.
  return escapeCapitals(texts.join(' : '))
}

/** Contains no capital letter. */
function prefixOf(number: number): string {
  return `${number.toString(36)}:`
}

function escapeCapitals(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => CAPITAL + letter.toLowerCase())
}
