import { InvalidError } from '../../../../errors'
import { parseParam } from './query-param'

/** The relationships to include with each record. */
export interface Include {
  responses: boolean
  suggestions: boolean
  /** Extensions of ours: older clients do not know them, and the error text does not mention them. */
  resolutions: boolean
  doubts: boolean
  /** undefined: none; names that do not exist are ignored. */
  vectors: 'all' | string[] | undefined
}

const WORDS: ReadonlySet<string> = new Set(['responses', 'suggestions', 'vectors', 'resolutions', 'doubts'])

/** Parse the `include` parameter (feedback-api §6.1). Throws `InvalidError`. */
export function parseInclude(occurrences: readonly string[]): Include {
  const words = new Set<string>()
  const vectorNames: string[] = []
  for (const part of parseParam('include', occurrences)) {
    if ('keys' in part) for (const key of part.keys) words.add(known(key))
    else if (part.key === 'vectors') vectorNames.push(...part.values)
    else throw unknownWord(part.key)
  }
  if (vectorNames.length > 0 && words.has('vectors'))
    throw new InvalidError(
      "'include' query param cannot have both 'vectors' and 'vectors:vector_settings_name_1,vectors_settings_name_2,...'",
    )
  return {
    responses: words.has('responses'),
    suggestions: words.has('suggestions'),
    resolutions: words.has('resolutions'),
    doubts: words.has('doubts'),
    vectors: vectorNames.length > 0 ? vectorNames : words.has('vectors') ? 'all' : undefined,
  }
}

function known(word: string): string {
  if (WORDS.has(word)) return word
  throw unknownWord(word)
}

function unknownWord(word: string): InvalidError {
  return new InvalidError(
    `Provided relationship in 'include' query param '${word}' is not valid. It must be 'responses', 'suggestions' or 'vectors'`,
  )
}
