import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { FacetRequest } from '../../../api/feedback/facets.ts'
import { type FilterEntry, type FilterMenu, type FilterTopic, LISTED_VALUES } from '../../../find/filters/topics.ts'
import type { FilterScope } from '../../../find/query.ts'
import { t } from '../../../i18n/areas/finding.ts'
import { toWireScope } from './search-body.ts'

/** The maximum number of facets per request. */
const FACETS_MAX = 200

/** The filter menus. Filters by doubts and gold are about the record itself. */
const FILTER_MENUS = ['metadata', 'response', 'suggestion', 'record'] as const
export type FilterEntries = Readonly<Record<(typeof FILTER_MENUS)[number], readonly FilterEntry[]>>

/**
 * The filters of a dataset: metadata properties that the user may see, and label, multi-label and rating questions
 * (spec section 5); for leads also doubts and gold records.
 */
export function filterEntries(
  properties: readonly MetadataProperty[],
  questions: readonly Question[],
  isLead: boolean,
): FilterEntries {
  const asked = questions.flatMap((question) => {
    const options = filterOptions(question)
    return options ? [{ question, options, isMulti: question.settings.type === 'multi_label_selection' }] : []
  })
  return {
    metadata: properties.map(metadataEntry),
    response: asked.map(({ question: { name, title }, options, isMulti }) => ({
      name,
      title,
      topics: [{ scope: { scope: 'response', name }, title, kind: 'terms', options, isMulti }],
    })),
    suggestion: asked.map(({ question: { name, title }, options, isMulti }) => ({
      name,
      title,
      topics: [
        {
          scope: { scope: 'suggestion', name, property: 'value' },
          title: t('search.suggestion.value'),
          kind: 'terms',
          options,
          isMulti,
        },
        {
          scope: { scope: 'suggestion', name, property: 'score' },
          title: t('search.suggestion.score'),
          kind: 'float',
          options: [],
          isMulti: false,
          bounds: [0, 1],
        },
        {
          scope: { scope: 'suggestion', name, property: 'agent' },
          title: t('search.suggestion.agent'),
          kind: 'terms',
          options: [],
          isMulti: false,
        },
      ],
    })),
    record: isLead ? [doubtEntry(), goldEntry()] : [],
  }
}

function doubtEntry(): FilterEntry {
  const options = (['open', 'resolved'] as const).map((value) => ({ value, text: t(`search.doubt.${value}`) }))
  const title = t('search.doubt')
  const scope = { scope: 'record', name: 'doubt', property: 'doubt' }
  return { name: 'doubt', title, topics: [{ scope, title, kind: 'terms', options, isMulti: false }] }
}

function goldEntry(): FilterEntry {
  const options = (['gold', 'ordinary'] as const).map((value) => ({ value, text: t(`search.gold.${value}`) }))
  const title = t('search.gold')
  const scope = { scope: 'record', name: 'gold', property: 'gold' }
  return { name: 'gold', title, topics: [{ scope, title, kind: 'terms', options, isMulti: false }] }
}

/** The display name of a filter: "Score of Intent". Falls back to the internal name while the settings load. */
export function filterName({ scope, name: given, property }: FilterScope, entries: FilterEntries | undefined): string {
  if (scope === 'record') return recordFilterName(property)
  const menu = FILTER_MENUS.find((one) => one === scope)
  const name = (menu && entries?.[menu].find((entry) => entry.name === given)?.title) ?? given
  if (scope === 'response') return t('search.answerOf', { name })
  if (scope !== 'suggestion') return name
  if (property === 'score') return t('search.scoreOf', { name })
  return property === 'agent' ? t('search.agentOf', { name }) : t('search.suggestedOf', { name })
}

function recordFilterName(property: string | undefined): string {
  if (property === 'doubt') return t('search.doubt')
  return t(property === 'gold' ? 'search.gold' : 'search.decided')
}

/**
 * The filter menus of the toolbar.
 *
 * @param isPending - the pending queue is shown, in which records have no responses of the user
 */
export function filterMenus(entries: FilterEntries | undefined, isPending: boolean): FilterMenu[] {
  const shown = FILTER_MENUS.filter((id) => id !== 'record' || (entries?.record.length ?? 0) > 0)
  return shown.map((id) => ({
    id,
    label: t(`search.menu.${id}`),
    entries: entries?.[id],
    empty: t(`search.none.${id}`),
    note: id === 'response' && isPending ? t('search.pendingHint') : undefined,
  }))
}

/** The facets of all filters, for one request. */
export function facetRequests(entries: FilterEntries): FacetRequest[] {
  return FILTER_MENUS.flatMap((menu) => entries[menu])
    .flatMap(({ topics }) => topics)
    .slice(0, FACETS_MAX)
    .map(({ scope }) => ({ scope: toWireScope(scope), size: LISTED_VALUES, buckets: 24 }))
}

/** The options by which a question can be filtered and sorted; undefined for question types without filters. */
function filterOptions({ settings }: Question): FilterTopic['options'] | undefined {
  switch (settings.type) {
    case 'label_selection':
    case 'multi_label_selection':
      // Retired options are included: records may still have them.
      return [...settings.options, ...(settings.retired_options ?? [])].map(({ value, text }) => ({ value, text }))
    case 'rating':
      return settings.options.map(({ value }) => ({ value: String(value), text: String(value) }))
    case 'text':
    case 'ranking':
    case 'span':
      return undefined
  }
}

function metadataEntry({ name, title, settings }: MetadataProperty): FilterEntry {
  const scope: FilterScope = { scope: 'metadata', name }
  const shared = { scope, title: title || name, isMulti: false }
  if (settings.type === 'terms') {
    const options = (settings.values ?? []).map((value) => ({ value, text: value }))
    return { name, title: title || name, topics: [{ ...shared, kind: 'terms', options }] }
  }
  return { name, title: title || name, topics: [{ ...shared, kind: settings.type, options: [] }] }
}
