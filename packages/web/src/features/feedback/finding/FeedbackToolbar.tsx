import { ArrowDownUp, ListFilter } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { BarButton } from '../../../find/BarButton.tsx'
import { FieldSearch } from '../../../find/FieldSearch.tsx'
import type { RecordFilter } from '../../../find/query.ts'
import { t } from '../../../i18n/index.ts'
import { commands, useCommand } from '../../../keyboard/use-command.ts'
import { useMedia } from '../../../ui/browser/media.ts'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import type { AnnotationUrl } from '../url/annotation-url.ts'
import styles from './FeedbackToolbar.module.css'
import { useKnownConditions, useSearchSettings } from './use-search-settings.ts'

const FeedbackFilters = lazy(() => import('./FeedbackFilters.tsx').then((m) => m.FeedbackFilters))
const FeedbackSort = lazy(() => import('./FeedbackSort.tsx').then((m) => m.FeedbackSort))
// Needed only during a similarity search.
const Reference = lazy(() => import('./Reference.tsx').then((m) => m.Reference))

const group = t('annotate.group')

// Keyboard commands for searching, filtering and sorting.
commands.define([
  { id: 'annotate.search', label: t('search.label'), group, keys: ['/'] },
  { id: 'annotate.filters', label: t('search.filters'), group, keys: ['F'] },
  { id: 'annotate.sort', label: t('search.sort'), group, keys: ['O'] },
  { id: 'annotate.similar', label: t('search.similar'), group, keys: ['M'] },
  { id: 'annotate.view', label: t('search.viewCommand'), group, keys: ['B'] },
  { id: 'annotate.reset', label: t('search.reset'), group },
])

/** On narrower screens filters are a sheet over the page. */
const SHEET = '(max-width: 700px)'

interface FeedbackToolbarProps {
  datasetId: string
  /** The active conditions, from the URL. */
  url: AnnotationUrl
  /** Change some of them; the queue then starts at its first page. */
  onChange: (change: Partial<AnnotationUrl>, how?: { replace: boolean }) => void
}

/** Search, filters, sort, similarity and the choice of a view, with the active conditions below. */
export function FeedbackToolbar({ datasetId, url, onChange }: FeedbackToolbarProps) {
  const settings = useSearchSettings(datasetId)
  const { fields, questions, properties, vectors } = settings
  useKnownConditions({ url, settings, onChange })
  const isSheet = useMedia(SHEET)
  // Active filters are shown in a row from the start; a sheet would hide the record.
  const [areFiltersOpen, setFiltersOpen] = useState(url.filters.length > 0 && !isSheet)
  const [areToolsOpen, setToolsOpen] = useState(false)
  const [isSortOpen, setSortOpen] = useState(false)
  // Filters opened by keyboard get the focus; filters that are shown from the start leave it to the record.
  const [isReached, setReached] = useState(false)
  const filterRow = useRef<HTMLDivElement>(null)
  const toggleFilters = (isByKey: boolean) => {
    const isAway = areFiltersOpen && !isSheet && !filterRow.current?.contains(document.activeElement)
    setReached(isByKey)
    if (isByKey && isAway) filterRow.current?.querySelector<HTMLElement>('button:not([disabled])')?.focus()
    else setFiltersOpen(!areFiltersOpen)
  }
  const canBulk = url.status === 'pending' && url.recordId === undefined
  useCommand('annotate.filters', { run: () => toggleFilters(true) })
  const sort = useCommand('annotate.sort', { run: () => setSortOpen(!isSortOpen) })
  useCommand('annotate.view', {
    run: () => onChange({ view: url.view === 'bulk' ? 'focus' : 'bulk' }),
    isEnabled: canBulk,
  })
  const reset = useCommand('annotate.reset', {
    run: () => onChange({ filters: [], sort: [] }),
    isEnabled: url.filters.length > 0 || url.sort.length > 0,
  })

  const filterCount = countEntries(url.filters)
  const activeCount = filterCount + url.sort.length + (url.text === undefined ? 0 : 1)
  return (
    <>
      {/* On a phone the tools are behind a button, so that the record's text is near the top. */}
      {isSheet && (
        <BarButton
          name={t('search.tools')}
          isNameHidden
          count={activeCount}
          // Not the icon of the settings, which are near it.
          icon={ListFilter}
          aria-expanded={areToolsOpen}
          onPress={() => setToolsOpen(!areToolsOpen)}
        />
      )}
      <search className={styles.tools} aria-label={t('search.tools')} hidden={isSheet && !areToolsOpen}>
        <FieldSearch text={url.text} fields={fields} onChange={(text) => onChange({ text })} />
        <span className={styles.buttons}>
          <BarButton
            name={t('search.filters')}
            count={filterCount}
            icon={ListFilter}
            aria-expanded={areFiltersOpen}
            onPress={() => toggleFilters(false)}
          />
          <Popover
            label={t('search.sort')}
            width={384}
            placement="bottom end"
            isOpen={isSortOpen}
            onOpenChange={setSortOpen}
            trigger={<BarButton name={sort.label} count={url.sort.length} icon={ArrowDownUp} />}
          >
            <Suspense fallback={<Skeleton height={96} />}>
              <FeedbackSort
                {...{ properties, questions }}
                conditions={url}
                onChange={(next) => onChange({ sort: next })}
              />
            </Suspense>
          </Popover>
          <Segmented
            label={t('search.view')}
            choices={[
              { value: 'focus', label: t('search.view.focus') },
              { value: 'bulk', label: t('search.view.bulk'), isDisabled: !canBulk },
            ]}
            value={canBulk ? url.view : 'focus'}
            onChange={(view) => onChange({ view })}
          />
        </span>
      </search>
      {areFiltersOpen && (
        <div ref={filterRow} className={styles.filters}>
          <Suspense fallback={isSheet ? null : <div className={styles.rowPlace} aria-busy="true" />}>
            <FeedbackFilters
              {...{ datasetId, url, properties, questions, isSheet }}
              takesFocus={isReached}
              filters={url.filters}
              sort={url.sort}
              onChange={(next) => onChange({ filters: next })}
              onReset={reset.run}
              onClose={() => setFiltersOpen(false)}
              onAway={() => setFiltersOpen(false)}
            />
          </Suspense>
        </div>
      )}
      {url.similarity && (
        <Suspense fallback={<div className={styles.rowPlace} aria-busy="true" />}>
          <Reference
            key={url.similarity.recordId}
            datasetId={datasetId}
            similarity={url.similarity}
            fields={fields}
            vectors={vectors}
            onChange={(similarity) => onChange({ similarity })}
          />
        </Suspense>
      )}
    </>
  )
}

// Several filters about one question count once.
function countEntries(filters: readonly RecordFilter[]): number {
  return new Set(filters.map(({ scope, name }) => `${scope} ${name}`)).size
}
