/** The characters most text is made of: one UTF-16 unit, one cluster, one class. They take the tokeniser's short way. */
import { ClusterClass, clusterClass, WordClass } from './char-class'
import { unitOfCode } from './units'
import { joinsWords } from './word-end'

/** The class of characters that need the whole of the rules. */
export const NOT_SIMPLE = 255

/** The `WordClass` of each UTF-16 unit that is simple, `NOT_SIMPLE` for others, 0 where `learnClass` has not been asked yet. */
export const simpleClasses = new Uint8Array(0x10000)
const folds = new Array<string>(0x10000)

/** The folded form of a simple UTF-16 unit; after `learnClass`. */
export function simpleFold(code: number): string {
  return folds[code] ?? ''
}

/** Whether a UTF-16 unit is a whole cluster if the unit behind it is such a unit too. */
export function isLone(code: number): boolean {
  return clusterClass(code) === ClusterClass.other && (code & 0xf800) !== 0xd800
}

/** Fill in and return one entry of `simpleClasses`. */
export function learnClass(code: number): number {
  const { pieces, apart } = unitOfCode(code)
  const is = pieces[0]?.is ?? NOT_SIMPLE
  // Only one mark holds a word together: the three dots that an ellipsis folds to do not.
  const alike = pieces.every((piece) => piece.is === is) && (pieces.length === 1 || joinsWords(is))
  const plain = !apart && isLone(code) && alike && !NEEDS_RULES.includes(is)
  simpleClasses[code] = plain ? is : NOT_SIMPLE
  folds[code] = pieces.map((piece) => piece.text).join('')
  return plain ? is : NOT_SIMPLE
}

const NEEDS_RULES: readonly number[] = [WordClass.cluster, WordClass.pictograph, WordClass.mark, WordClass.hebrew]
