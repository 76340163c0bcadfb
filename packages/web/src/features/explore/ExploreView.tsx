import type { AnyRecordBody } from '@postil/contract/task/records'
import { lastPage } from '@postil/domain/task-editing/pagination'
import { DEFAULT_SORT } from '@postil/domain/task-editing/query'
import { type EditableRecord, recordKey } from '@postil/domain/task-editing/record'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ClassicDataset } from '../../api/classic/classic-datasets.ts'
import type { TaskPlace } from '../../api/classic/task-records.ts'
import { showError } from '../../api/error-to-notice.ts'
import { t } from '../../i18n/areas/classic/explore.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { useMedia } from '../../ui/browser/media.ts'
import { TopBarSidebar } from '../../ui/layout/layouts.tsx'
import { lazy } from '../../ui/loading/lazy.tsx'
import styles from './Explore.module.css'
import { FilterTags } from './find/FilterTags.tsx'
import { Finder } from './find/Finder.tsx'
import { BulkBar } from './list/BulkBar.tsx'
import { FoundRecords } from './list/FoundRecords.tsx'
import { ListSkeleton } from './list/ListStates.tsx'
import { Pager } from './list/Pager.tsx'
import { isGone } from './open-dataset.tsx'
import { ExploreSidebar } from './sidebar/ExploreSidebar.tsx'
import type { ViewMode } from './state/explore-url.ts'
import { useActiveCard } from './state/use-active-card.ts'
import { useExplore } from './state/use-explore.ts'
import { useExploreUrl } from './state/use-explore-url.ts'
import { useLabels } from './state/use-labels.ts'
import { usePages } from './state/use-pages.ts'
import { queryProblem, useResults } from './state/use-results.ts'
import { useStoredRules } from './state/use-stored-rules.ts'
import type { TaskParts } from './task-parts.ts'

// Rarely used parts are loaded after the page.
const AskDialog = lazy(() => import('./list/AskDialog.tsx').then((m) => m.AskDialog))
const DetailsDialog = lazy(() => import('./list/DetailsDialog.tsx').then((m) => m.DetailsDialog))

/** One column, with the actions at the bottom, in reach of the thumb. */
const PHONE = '(max-width: 700px)'

interface ExploreViewProps<Body extends AnyRecordBody> {
  dataset: ClassicDataset
  parts: TaskParts<Body>
  memory: DeviceMemory
}

/** The records of a classic dataset: search, read, and annotate them one by one or in bulk. */
export function ExploreView<Body extends AnyRecordBody>({ dataset, parts, memory }: ExploreViewProps<Body>) {
  const [url, changeUrl] = useExploreUrl()
  const place = useMemo<TaskPlace>(
    () => ({ workspace: dataset.workspace, name: dataset.name, task: dataset.task }),
    [dataset.workspace, dataset.name, dataset.task],
  )
  const { Rules } = parts
  const stored = useStoredRules(place, Rules !== undefined)
  const results = useResults<Body>(place, url, stored)
  const { labels, isSchemaLoading } = useLabels(dataset, results.whole?.aggregations)
  const explore = useExplore({ place, parts, memory, results })
  const [openPanel, setOpenPanel] = useState<string | undefined>(() =>
    window.matchMedia('(min-width: 1101px)').matches ? 'progress' : undefined,
  )
  const [details, setDetails] = useState<EditableRecord<Body>>()
  const [isTableOpen, setTableOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const isPhone = useMedia(PHONE)
  const { records, keys, selection } = explore
  // As it is now, or as it was last on this page: once restored, it may no longer match the filter.
  const onPage = details && records.find((record) => recordKey(record) === recordKey(details))
  if (onPage && onPage !== details) setDetails(onPage)
  const detailed = onPage ?? details
  const { filter, size, page, viewMode } = url
  // Changing the mode closes the table of rules (spec section 4).
  if (isTableOpen && viewMode !== 'labelling-rules') setTableOpen(false)

  // Other failures are reported as everywhere; a query that cannot be parsed is reported under its box.
  const { error, total, matching } = results
  const problem = queryProblem(error)
  useEffect(() => {
    if (!error || problem !== undefined) return
    // A dataset that was deleted has a page that says so.
    void isGone(client, place, error).then((isTold) => isTold || showError(error))
  }, [error, problem, client, place])

  const pages = usePages({ explore, results, url, changeUrl, list })
  const { go, find, refresh, turn } = pages
  const card = useActiveCard(explore, url, list)

  const { counts, whole } = results
  const pager = useMemo(
    () =>
      total !== undefined && (
        <Pager
          size={size}
          page={Math.min(page, lastPage(total, size))}
          total={total}
          onTurn={turn}
          onSize={(next) => go({ size: next, page: 1 })}
        />
      ),
    [size, page, total, go, turn],
  )
  const switchMode = useCallback((mode: ViewMode) => go({ viewMode: mode }), [go])
  const bulkBar = viewMode === 'annotate' && size > 1 && (
    <BulkBar
      explore={explore}
      parts={parts}
      labels={labels}
      total={explore.job ? total : matching}
      isCompact={isPhone}
      onGone={() => card.focus(keys.find((key) => key === selection.anchor))}
      onValidate={card.act((record) => explore.canValidate(record) && explore.validate(record), explore.validateChosen)}
      onDiscard={card.act(explore.discard, explore.discardChosen)}
    />
  )
  const found = (
    <FoundRecords
      {...{ list, url, parts, labels, isSchemaLoading, results, explore, pages, card }}
      onDetails={setDetails}
    />
  )
  return (
    <>
      <TopBarSidebar
        topBar={
          <div className={styles.top} data-mode={viewMode}>
            <div className={styles.line}>
              <Finder
                {...{ place, counts, filter, problem, isPhone }}
                sort={url.sort}
                hasLabels={parts.hasLabels}
                hasRules={(stored.list?.length ?? 0) > 0}
                isAnnotating={viewMode === 'annotate'}
                onChange={go}
              />
              <span className={styles.total} role="status">
                {matching !== undefined && t('explore.records', { count: matching })}
              </span>
            </div>
            <div className={styles.tags}>
              <FilterTags
                filter={filter}
                sort={url.sort}
                onFilter={find}
                onSort={(sort) => go({ sort, page: 1 })}
                onRemoveAll={() => go({ filter: {}, sort: DEFAULT_SORT, page: 1 })}
              />
            </div>
            {!isPhone && bulkBar}
            {parts.Legend && <parts.Legend labels={labels} />}
          </div>
        }
        sidebar={
          <ExploreSidebar
            {...{ parts, viewMode, counts, whole, filter, openPanel }}
            onMode={switchMode}
            onFilter={find}
            onRefresh={refresh}
            onOpenPanel={setOpenPanel}
          />
        }
        footer={
          <>
            {isPhone && bulkBar}
            {!filter.similar &&
              !isTableOpen &&
              total !== undefined &&
              total > 0 &&
              !(isPhone && explore.chosen.length > 0) &&
              pager}
          </>
        }
      >
        {viewMode === 'labelling-rules' && Rules ? (
          <Suspense fallback={<ListSkeleton count={3} />}>
            <Rules
              {...{ place, labels, filter, isTableOpen }}
              rules={stored.list}
              onFilter={find}
              onAnnotate={() => go({ viewMode: 'annotate' })}
              onTableOpen={(isOpen) => {
                setTableOpen(isOpen)
                // The table needs the room.
                if (isOpen) setOpenPanel(undefined)
              }}
            >
              {found}
            </Rules>
          </Suspense>
        ) : (
          found
        )}
      </TopBarSidebar>
      {detailed && (
        <Suspense fallback={null}>
          <DetailsDialog
            place={place}
            record={detailed}
            title={parts.titleOf(detailed.body)}
            onClose={() => setDetails(undefined)}
            onAway={() => setDetails(undefined)}
            onRestored={(body, part) => setDetails(explore.restored(detailed, body, part))}
            onFilter={(key, value) => {
              setDetails(undefined)
              find({ ...filter, metadata: { ...filter.metadata, [key]: [value] } })
            }}
          />
        </Suspense>
      )}
      {explore.question && (
        <Suspense fallback={null}>
          <AskDialog question={explore.question} onClose={explore.closeQuestion} onAway={explore.closeQuestion} />
        </Suspense>
      )}
    </>
  )
}
