import { useState } from 'react'
import { t } from '../../i18n/areas/finding.ts'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import type { RecordFilter } from '../query.ts'
import { ChooseValues } from './ChooseValues.tsx'
import type { Facets } from './facets.ts'
import { readTerms, type WantedTerms, writeTerms } from './filters.ts'
import { listValues, mergeCounts } from './list-values.ts'
import { type FilterTopic, LISTED_VALUES } from './topics.ts'
import styles from './values.module.css'

interface TermsFilterProps {
  topic: FilterTopic
  /** The title of the question or property, when the topic's own is only "Value" or "Agent". */
  name: string
  filters: readonly RecordFilter[]
  facets: Facets
  onChange: (next: readonly RecordFilter[]) => void
}

/** Checkboxes for values, each with its number of records. */
export function TermsFilter({ topic, name, filters, facets, onChange }: TermsFilterProps) {
  const { scope, isMulti } = topic
  const wanted = readTerms(filters, scope)
  const [mode, setMode] = useState(wanted.mode)
  const [first] = useState(wanted.values)
  const [query, setQuery] = useState('')

  const facet = facets.find(scope)
  const counted = facet?.type === 'terms' ? facet : undefined
  const isPart = counted?.has_more === true
  // The counts of all filters contain only the most frequent values: fetch the rest here if there are more.
  const more = facets.useMoreValues(topic, query.trim(), isPart)
  const hasMore = more ? more.hasMore : isPart
  const known = more && isPart ? mergeCounts(counted.values, more.values) : counted?.values
  const values = listValues(topic.options, known, {
    wanted: wanted.values,
    first,
    isComplete: !isPart || (query === '' && more?.hasMore === false),
  })
  const isMode = wanted.values.length > 1 ? wanted.mode : mode

  const write = (next: WantedTerms) => onChange(writeTerms(scope, next))
  const toggle = (value: string) => {
    const isOff = wanted.values.includes(value)
    const next = isOff ? wanted.values.filter((one) => one !== value) : [...wanted.values, value]
    if (next.length <= LISTED_VALUES) write({ values: next, mode: isMode })
  }
  const chooseMode = (next: WantedTerms['mode']) => {
    setMode(next)
    if (wanted.values.length > 1) write({ values: wanted.values, mode: next })
  }

  if (facets.isLoading && values.length === 0) return <ValueSkeleton />
  if (values.length === 0) return <p className={styles.none}>{t('search.noValues')}</p>
  return (
    <div className={styles.terms} data-stale={facets.isStale || undefined}>
      {isMulti && (
        <Segmented
          label={t('search.mode')}
          choices={[
            { value: 'any', label: t('search.mode.any') },
            { value: 'all', label: t('search.mode.all') },
          ]}
          value={isMode}
          onChange={chooseMode}
        />
      )}
      <ChooseValues
        {...{ name, values, isPart, hasMore, query }}
        wanted={wanted.values}
        onQuery={setQuery}
        onToggle={toggle}
      />
    </div>
  )
}

function ValueSkeleton() {
  return (
    <div className={styles.values} aria-busy="true">
      {[70, 50, 60, 40].map((width) => (
        <span key={width} className={styles.value}>
          <i className={styles.blank} style={{ width: `${width}%` }} />
        </span>
      ))}
    </div>
  )
}
