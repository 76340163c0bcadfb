import type { RecordFilter } from '../../features/feedback/records/record-query.ts'
import { formatNumber, t } from '../../i18n/index.ts'
import { readTerms, scopeKey } from './filters.ts'
import { FILTER_MENUS, type FilterEntries, type FilterMenu, type FilterTopic } from './topics.ts'

/** What a chip about one or more filters says, and where it leads. */
export interface FilterWords {
  key: string
  /** What is filtered by. */
  name: string
  /** What is asked of it: "card, loan", "≥ 2". */
  value: string
  /** Both, in one line. */
  text: string
  menu: FilterMenu
  entry: string
  filter: RecordFilter
}

/** One line for each thing that is filtered by, in the order of the filters. Settings may still be on their way. */
export function filterWords(filters: readonly RecordFilter[], entries: FilterEntries | undefined): FilterWords[] {
  const seen = new Set<string>()
  return filters.flatMap((filter) => {
    const key = scopeKey(filter)
    if (seen.has(key)) return []
    seen.add(key)
    const name = nameOf(filter, entries)
    const value = valueWords(filter, filters, entries)
    const text = t('search.chip', { name, value })
    return [{ key, name, value, text, menu: filter.scope, entry: filter.name, filter }]
  })
}

/** Number of things filtered by in one menu. */
export function countIn(menu: FilterMenu, filters: readonly RecordFilter[]): number {
  return new Set(filters.filter(({ scope }) => scope === menu).map(scopeKey)).size
}

/** The title of an entry with what is asked of it: "Score of Intent". */
export function nameOf(filter: RecordFilter, entries: FilterEntries | undefined): string {
  const name = entries?.[filter.scope].find((entry) => entry.name === filter.name)?.title ?? filter.name
  switch (filter.scope) {
    case 'metadata':
      return name
    case 'response':
      return t('search.answerOf', { name })
    case 'suggestion':
      return t(SUGGESTION_WORDS[filter.property], { name })
  }
}

const SUGGESTION_WORDS = {
  value: 'search.suggestedOf',
  score: 'search.scoreOf',
  agent: 'search.agentOf',
} as const

function valueWords(
  filter: RecordFilter,
  filters: readonly RecordFilter[],
  entries: FilterEntries | undefined,
): string {
  if (!('terms' in filter)) return rangeWords(filter)
  const { values, mode } = readTerms(filters, filter)
  const options = topicOf(filter, entries)?.options ?? []
  const [first = '', ...rest] = values.map((value) => options.find((option) => option.value === value)?.text ?? value)
  const value =
    rest.length > 1 ? t('search.chipMore', { value: first, count: rest.length }) : [first, ...rest].join(', ')
  return mode === 'all' ? t('search.allOf', { value }) : value
}

function rangeWords({ ge, le }: { ge?: number; le?: number }): string {
  const words = (value: number) => formatNumber(value, { maximumFractionDigits: 6 })
  if (ge === undefined) return `≤ ${words(le ?? 0)}`
  if (le === undefined) return `≥ ${words(ge)}`
  return ge === le ? words(ge) : `${words(ge)} – ${words(le)}`
}

function topicOf(filter: RecordFilter, entries: FilterEntries | undefined): FilterTopic | undefined {
  const key = scopeKey(filter)
  return FILTER_MENUS.flatMap((menu) => entries?.[menu] ?? [])
    .flatMap(({ topics }) => topics)
    .find(({ scope }) => scopeKey(scope) === key)
}
