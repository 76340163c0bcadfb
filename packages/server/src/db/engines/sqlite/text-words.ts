import type { FieldWords } from '../text-store'

/** Every ASCII sign but space and quotes; letters, digits and all beyond ASCII are word characters anyway. */
const SIGNS = '!#$%&()*+,-./:;<=>?@[\\]^_`{|}~'

/** Words reach the index ready made, so FTS5 may only part them at spaces and must leave them as they are. */
export const TOKENIZER = `ascii tokenchars '${SIGNS}''''""${'\u001f'}'`

/** Stands before a capital: FTS5 folds ASCII, and a few words keep a capital (beside characters newer than our tables). */
const CAPITAL = '\u001f'

/** A word as the index holds it: behind the number of its field. */
export function storedWord(number: number, term: string): string {
  return `${number.toString(36)}:${escapeCapitals(term)}`
}

/** All words of a record, as FTS5 takes them. */
export function storedText(fields: readonly FieldWords[]): string {
  // The empty word between two fields keeps phrases from running over the edge.
  return fields.map(({ number, terms }) => terms.map((term) => storedWord(number, term)).join(' ')).join(' : ')
}

function escapeCapitals(term: string): string {
  return term.replace(/[A-Z]/g, (letter) => CAPITAL + letter.toLowerCase())
}
