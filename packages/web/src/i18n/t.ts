import type { Message, TranslateArguments, Value } from './catalogue.ts'
import { en } from './en/index.ts'
import { formatNumber } from './format.ts'

type Catalogue = typeof en

/** A key of the catalogue. */
export type MessageKey = keyof Catalogue

const words: Record<string, Message | undefined> = en
const plurals = new Intl.PluralRules('en')

/**
 * The words for a key, with its places filled in. A wrong key or a missing place does not compile.
 *
 * @example t('toast.more', { count: 3 })
 */
export function t<Key extends MessageKey>(key: Key, ...args: TranslateArguments<Catalogue[Key]>): string {
  const entry = words[key]
  if (entry === undefined) throw new Error(`There are no words for ${key}`)
  const params: Record<string, Value> = args[0] ?? {}
  return fill(typeof entry === 'string' ? entry : entry[pluralOf(params.count)], params)
}

function pluralOf(count: Value | undefined): 'one' | 'other' {
  return plurals.select(Number(count)) === 'one' ? 'one' : 'other'
}

function fill(text: string, params: Record<string, Value>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name]
    if (value === undefined) return place
    return typeof value === 'number' ? formatNumber(value) : value
  })
}
