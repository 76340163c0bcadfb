import type { MetadataProperty } from '@postil/contract/feedback/metadata-properties'
import type { Question } from '@postil/contract/feedback/questions'
import type { FacetRequest } from '../../api/facets.ts'
import { toWireScope } from '../../features/feedback/finding/search-body.ts'
import type { FilterScope } from '../../features/feedback/records/record-query.ts'
import { t } from '../../i18n/index.ts'

/** Values counted for each filter of the screen; no more can be wanted at once either (feedback-api: values of a terms filter). */
export const LISTED_VALUES = 250
/** Values counted for one filter that has more of them: as many as the server gives. */
export const MORE_VALUES = 1000
/** The server counts so many things in one request. */
const FACETS_MAX = 200

/** One thing that can be filtered by. */
export interface FilterTopic {
  scope: FilterScope
  title: string
  kind: 'terms' | 'integer' | 'float'
  /** Its possible values in their order, when the dataset's settings name them. */
  options: readonly { value: string; text: string }[]
  /** One record may have several of the values. */
  isMulti: boolean
  /** Its bounds, when they are known without counting. */
  bounds?: readonly [number, number]
}

/** One entry of a filter menu: a property, or a question with what can be asked of it. */
export interface FilterEntry {
  name: string
  title: string
  topics: readonly FilterTopic[]
}

/** The three filter menus. */
export const FILTER_MENUS = ['metadata', 'response', 'suggestion'] as const
export type FilterMenu = (typeof FILTER_MENUS)[number]
export type FilterEntries = Readonly<Record<FilterMenu, readonly FilterEntry[]>>

/** What a dataset can be filtered by: properties the user may see, and label, multi-label and rating questions (spec section 5). */
export function filterEntries(properties: readonly MetadataProperty[], questions: readonly Question[]): FilterEntries {
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
  }
}

/** One request for the counts of every filter of the screen. */
export function facetRequests(entries: FilterEntries): FacetRequest[] {
  return FILTER_MENUS.flatMap((menu) => entries[menu])
    .flatMap(({ topics }) => topics)
    .slice(0, FACETS_MAX)
    .map(({ scope }) => ({ scope: toWireScope(scope), size: LISTED_VALUES, buckets: 24 }))
}

/** The options a question can be filtered and sorted by; undefined for questions without. */
function filterOptions({ settings }: Question): FilterTopic['options'] | undefined {
  switch (settings.type) {
    case 'label_selection':
    case 'multi_label_selection':
      return settings.options.map(({ value, text }) => ({ value, text }))
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
