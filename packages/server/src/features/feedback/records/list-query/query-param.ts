import { InvalidError } from '../../../../errors'

/** One occurrence of a list parameter: bare keys, or one key with values. */
export type ParamPart = { keys: string[] } | { key: string; values: string[] }

/**
 * Parse the occurrences of a list parameter, each `key1,key2,key3` or `key:value1,value2,value3` (feedback-api §6.1).
 *
 * @throws InvalidError when one has another form
 */
export function parseParam(name: 'include' | 'sort_by', occurrences: readonly string[]): ParamPart[] {
  return occurrences.map((text) => {
    const colon = text.indexOf(':')
    const keys = (colon === -1 ? text : text.slice(0, colon)).split(',')
    const values = colon === -1 ? [] : text.slice(colon + 1).split(',')
    const isWellFormed = [...keys, ...values].every((part) => part !== '') && (colon === -1 || keys.length === 1)
    const [key] = keys
    if (!isWellFormed || key === undefined)
      throw new InvalidError(
        `'${name}' query parameter must be of the form 'key1,key2,key3' or 'key:value1,value2,value3'`,
      )
    return colon === -1 ? { keys } : { key, values }
  })
}
