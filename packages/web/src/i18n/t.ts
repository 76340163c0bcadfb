import type { Message, Messages, TranslateArguments, Value } from './catalogue.ts'
import { en } from './en/index.ts'
import { formatNumber } from './format.ts'

const plurals = new Intl.PluralRules('en')

/**
 * Create a `t` for a part of the catalogue. An unknown key or a missing placeholder does not compile.
 */
export function translator<Texts extends Messages>(texts: Texts) {
  return <Key extends keyof Texts & string>(key: Key, ...args: TranslateArguments<Texts[Key]>): string => {
    const entry: Message | undefined = texts[key]
    if (entry === undefined) throw new Error(`There are no words for ${key}`)
    const params: Record<string, Value> = args[0] ?? {}
    return fill(typeof entry === 'string' ? entry : entry[pluralOf(params.count)], params)
  }
}

/**
 * The text for a key that most visits need, with its placeholders filled in.
 *
 * @example t('toast.more', { count: 3 })
 */
export const t = translator(en)

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
