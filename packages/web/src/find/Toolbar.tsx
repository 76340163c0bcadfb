import { ArrowDownUp, ListFilter } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { formatNumber, t } from '../i18n/index.ts'
import { useCommand } from '../keyboard/use-command.ts'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useMedia } from '../ui/media.ts'
import { Popover } from '../ui/Popover.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import './commands.ts'
import { useKnownConditions } from '../features/feedback/finding/use-known-conditions.ts'
import { useSearchSettings } from '../features/feedback/finding/use-search-settings.ts'
import type { AnnotationUrl } from '../features/feedback/url/annotation-url.ts'
import { filterEntries } from './filters/topics.ts'
import { SearchBox } from './SearchBox.tsx'
import { sortKeys } from './sort/sort-keys.ts'
import styles from './Toolbar.module.css'

const FilterRow = lazyPart(() => import('./filters/FilterRow.tsx').then((m) => m.FilterRow))
const FilterSheet = lazyPart(() => import('./filters/FilterSheet.tsx').then((m) => m.FilterSheet))
// Only there while similar records are looked for.
const ReferenceBar = lazyPart(() => import('./similar/ReferenceBar.tsx').then((m) => m.ReferenceBar))
const SortPanel = lazyPart(() => import('./sort/SortPanel.tsx').then((m) => m.SortPanel))

/** On narrower screens filters are a sheet over the page. */
const SHEET = '(max-width: 700px)'

/** What the controls over the records get. */
export interface ToolbarProps {
  datasetId: string
  /** The conditions in force, as the address has them. */
  url: AnnotationUrl
  /** Change some of them; the queue begins at its first page again. */
  onChange: (change: Partial<AnnotationUrl>) => void
}

/** Search, filters, sort and the switch between focus and bulk, right of the queue tabs; under them what is in force. */
export function Toolbar({ datasetId, url, onChange }: ToolbarProps) {
  const settings = useSearchSettings(datasetId)
  const { fields, questions, properties, vectors } = settings
  const entries = useMemo(
    () => (properties && questions ? filterEntries(properties, questions) : undefined),
    [properties, questions],
  )
  const keys = useMemo(() => sortKeys(properties ?? [], questions ?? []), [properties, questions])
  const isSheet = useMedia(SHEET)
  // A row that says what is in force may be there from the first moment; a sheet would hide the record.
  const [areFiltersOpen, setFiltersOpen] = useState(url.filters.length > 0 && !isSheet)
  const [isSortOpen, setSortOpen] = useState(false)
  useKnownConditions({ url, settings, onChange })

  const canBulk = url.status === 'pending' && url.recordId === undefined
  const switchView = () => onChange({ view: url.view === 'bulk' ? 'focus' : 'bulk' })
  const filters = useCommand('annotate.filters', { run: () => setFiltersOpen(!areFiltersOpen) })
  const sort = useCommand('annotate.sort', { run: () => setSortOpen(!isSortOpen) })
  useCommand('annotate.view', { run: switchView, isEnabled: canBulk })
  const reset = useCommand('annotate.reset', {
    run: () => onChange({ filters: [], sort: [] }),
    isEnabled: url.filters.length > 0 || url.sort.length > 0,
  })

  const filterCount = new Set(url.filters.map(({ scope, name }) => `${scope} ${name}`)).size
  const editor = {
    datasetId,
    query: url,
    entries,
    onChange: (next: typeof url.filters) => onChange({ filters: next }),
    onReset: reset.run,
  }
  return (
    <>
      <search className={styles.tools} aria-label={t('search.tools')}>
        <SearchBox text={url.text} fields={fields} onChange={(text) => onChange({ text })} />
        <span className={styles.buttons}>
          <Button
            variant="quiet"
            size="medium"
            icon={ListFilter}
            aria-expanded={areFiltersOpen}
            aria-label={filterCount > 0 ? t('search.filtersCount', { count: filterCount }) : t('search.filters')}
            onPress={filters.run}
            className={styles.button}
          >
            {t('search.filters')}
            <Count value={filterCount} />
          </Button>
          <Popover
            label={t('search.sort')}
            width={384}
            placement="bottom end"
            isOpen={isSortOpen}
            onOpenChange={setSortOpen}
            trigger={
              <Button
                variant="quiet"
                size="medium"
                icon={ArrowDownUp}
                aria-label={url.sort.length > 0 ? t('search.sortCount', { count: url.sort.length }) : sort.label}
                className={styles.button}
              >
                {t('search.sort')}
                <Count value={url.sort.length} />
              </Button>
            }
          >
            <Suspense fallback={<Skeleton height={96} />}>
              <SortPanel
                sort={url.sort}
                keys={keys}
                isSimilarity={url.similarity !== undefined}
                isTextSearch={url.text !== undefined}
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
      {areFiltersOpen && !isSheet && (
        <Suspense fallback={<div className={styles.rowPlace} aria-busy="true" />}>
          <FilterRow {...editor} onAway={() => setFiltersOpen(false)} />
        </Suspense>
      )}
      {areFiltersOpen && isSheet && (
        <Suspense fallback={null}>
          <FilterSheet {...editor} onClose={() => setFiltersOpen(false)} onAway={() => setFiltersOpen(false)} />
        </Suspense>
      )}
      {url.similarity && (
        <Suspense fallback={<div className={styles.rowPlace} aria-busy="true" />}>
          <ReferenceBar
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

function Count({ value }: { value: number }) {
  if (value === 0) return null
  return (
    <>
      {' '}
      <span className={styles.count}>{formatNumber(value)}</span>
    </>
  )
}
