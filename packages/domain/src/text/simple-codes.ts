/** Characters for the tokeniser's fast path, which most text consists of: one UTF-16 unit, one cluster, one class. */
import { ClusterClass, clusterClass, WordClass } from './char-class'
import { unitOfCode } from './units'
import { joinsWords } from './word-end'

/** Marks characters that need the full rules. */
export const NOT_SIMPLE = 255

/** By UTF-16 unit: its `WordClass` if it is simple, else `NOT_SIMPLE`; 0 until `learnClass` is called for it. */
export const simpleClasses = new Uint8Array(0x10000)
const folds = new Array<string>(0x10000)

/** The folded form of a simple UTF-16 unit. Valid only after `learnClass` for the same unit. */
export function simpleFold(code: number): string {
  return folds[code] ?? ''
}

/** Whether a UTF-16 unit forms a cluster of its own, provided that the next unit is of this kind as well. */
export function isLone(code: number): boolean {
  return clusterClass(code) === ClusterClass.other && (code & 0xf800) !== 0xd800
}

/** Fill in and return one entry of `simpleClasses`. */
export function learnClass(code: number): number {
  const { pieces, apart } = unitOfCode(code)
  const is = pieces[0]?.is ?? NOT_SIMPLE
  // A single punctuation mark can join letters; several cannot, such as the three dots that an ellipsis folds to.
  const alike = pieces.every((piece) => piece.is === is) && (pieces.length === 1 || joinsWords(is))
  const plain = !apart && isLone(code) && alike && !NEEDS_RULES.includes(is)
  simpleClasses[code] = plain ? is : NOT_SIMPLE
  folds[code] = pieces.map((piece) => piece.text).join('')
  return plain ? is : NOT_SIMPLE
}

const NEEDS_RULES: readonly number[] = [WordClass.cluster, WordClass.pictograph, WordClass.mark, WordClass.hebrew]
