import { t } from '../../i18n/areas/finding.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { formatNumber } from '../../i18n/index.ts'
import type { RecordFilter } from '../query.ts'
import { readTerms, scopeKey } from './filters.ts'
import type { FilterMenu, FilterTopic } from './topics.ts'

/** The texts of a chip for one or more filters, and the entry that it opens. */
export interface FilterWords {
  key: string
  /** The property or question that is filtered by. */
  name: string
  /** The condition: "card, loan", "≥ 2". */
  value: string
  /** Both, in one line. */
  text: string
  menu: string
  entry: string
  filter: RecordFilter
}

/** One entry per filtered property or question, in the order of the filters. Works while the settings are still loading. */
export function filterWords(
  filters: readonly RecordFilter[],
  menus: readonly FilterMenu[],
  nameOf: (filter: RecordFilter) => string,
): FilterWords[] {
  const seen = new Set<string>()
  return filters.flatMap((filter) => {
    const key = scopeKey(filter)
    if (seen.has(key)) return []
    seen.add(key)
    const name = nameOf(filter)
    const value = valueWords(filter, filters, menus)
    const text = t('search.chip', { name, value })
    return [{ key, name, value, text, menu: filter.scope, entry: filter.name, filter }]
  })
}

/** Number of properties or questions of one menu that have filters. */
export function countIn(menu: string, filters: readonly RecordFilter[]): number {
  return new Set(filters.filter(({ scope }) => scope === menu).map(scopeKey)).size
}

function valueWords(filter: RecordFilter, filters: readonly RecordFilter[], menus: readonly FilterMenu[]): string {
  if (!('terms' in filter)) return rangeWords(filter)
  const { values, mode } = readTerms(filters, filter)
  const options = topicOf(filter, menus)?.options ?? []
  const [first = '', ...rest] = values.map((value) => options.find((option) => option.value === value)?.text ?? value)
  const value =
    rest.length > 1 ? t('search.chipMore', { value: first, count: rest.length }) : [first, ...rest].join(', ')
  return mode === 'all' ? t('search.allOf', { value }) : value
}

/** Numbers; of records themselves, times in ms since 1970. */
function rangeWords({ scope, ge, le }: { scope: string; ge?: number; le?: number }): string {
  const words = (value: number) =>
    scope === 'record' ? formatDateTime(new Date(value)) : formatNumber(value, { maximumFractionDigits: 6 })
  if (ge === undefined) return `≤ ${words(le ?? 0)}`
  if (le === undefined) return `≥ ${words(ge)}`
  return ge === le ? words(ge) : `${words(ge)} – ${words(le)}`
}

function topicOf(filter: RecordFilter, menus: readonly FilterMenu[]): FilterTopic | undefined {
  const key = scopeKey(filter)
  return menus
    .flatMap(({ entries }) => entries ?? [])
    .flatMap(({ topics }) => topics)
    .find(({ scope }) => scopeKey(scope) === key)
}
