import type { Message, Messages, TranslateArguments, Value } from './catalogue.ts'
import type { bulk } from './en/bulk.ts'
import type { datasets } from './en/datasets.ts'
import type { exporting } from './en/exporting.ts'
import type { guides } from './en/guides.ts'
import type { importing } from './en/importing.ts'
import { en } from './en/index.ts'
import type { lexicalOffer } from './en/lexical-offer.ts'
import type { notTaken } from './en/not-taken.ts'
import type { queueNotice } from './en/queue-notice.ts'
import type { saved } from './en/saved.ts'
import type { searchHint } from './en/search-hint.ts'
import type { settings } from './en/settings.ts'
import type { setup } from './en/setup.ts'
import type { sortPanel } from './en/sort-panel.ts'
import type { userSettings } from './en/user-settings.ts'
import { formatNumber } from './format.ts'

type Catalogue = typeof en &
  typeof datasets &
  typeof guides &
  typeof importing &
  typeof exporting &
  typeof settings &
  typeof bulk &
  typeof lexicalOffer &
  typeof notTaken &
  typeof queueNotice &
  typeof saved &
  typeof setup &
  typeof searchHint &
  typeof sortPanel &
  typeof userSettings

/** A key of the catalogue. */
export type MessageKey = keyof Catalogue

const words: Record<string, Message | undefined> = { ...en }
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

/** Add the words of an area that is loaded only when its page is opened. */
export function addWords(area: Messages): void {
  Object.assign(words, area)
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
