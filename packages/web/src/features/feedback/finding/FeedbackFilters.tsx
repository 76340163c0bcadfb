import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { can } from '@postil/domain/permissions'
import { useMemo } from 'react'
import { FilterRow } from '../../../find/filters/FilterRow.tsx'
import { FilterSheet } from '../../../find/filters/FilterSheet.tsx'
import type { OpenFilters } from '../../../find/Toolbar.tsx'
import { useUser } from '../../session/session.ts'
import { filterEntries, filterMenus, filterName } from './filter-entries.ts'
import { type CountedQuery, useFacets } from './use-facets.ts'

interface FeedbackFiltersProps extends OpenFilters {
  datasetId: string
  url: CountedQuery
  /** Undefined while they load. */
  properties: readonly MetadataProperty[] | undefined
  questions: readonly Question[] | undefined
}

/** The filters of a feedback dataset, with counts. */
export function FeedbackFilters({ datasetId, url, properties, questions, isSheet, ...open }: FeedbackFiltersProps) {
  const isLead = can(useUser(), 'answers.resolve', { isMember: true })
  const entries = useMemo(
    () => (properties && questions ? filterEntries(properties, questions, isLead) : undefined),
    [properties, questions, isLead],
  )
  const useCounts = () => useFacets(datasetId, url, entries)
  const Editor = isSheet ? FilterSheet : FilterRow
  return (
    <Editor
      {...open}
      menus={filterMenus(entries, url.status === 'pending')}
      nameOf={(filter) => filterName(filter, entries)}
      useFacets={useCounts}
    />
  )
}
