import type { AnyRecordBody } from '@postil/contract/task/records'
import { lastPage } from '@postil/domain/task-editing/pagination'
import { DEFAULT_SORT, type RecordFilter } from '@postil/domain/task-editing/query'
import { type EditableRecord, recordKey } from '@postil/domain/task-editing/record'
import { isPending } from '@postil/domain/task-editing/transitions'
import { Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ClassicDataset } from '../../api/classic/classic-datasets.ts'
import type { TaskPlace } from '../../api/classic/task-records.ts'
import { showError } from '../../api/error-to-notice.ts'
import { t } from '../../i18n/areas/classic/explore.ts'
import { useCommand } from '../../keyboard/use-command.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { useMedia } from '../../ui/browser/media.ts'
import { useStable } from '../../ui/browser/use-stable.ts'
import { useStableCallback } from '../../ui/browser/use-stable-callback.ts'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { TopBarSidebar } from '../../ui/layout/layouts.tsx'
import { lazy } from '../../ui/loading/lazy.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import styles from './Explore.module.css'
import { FilterTags } from './find/FilterTags.tsx'
import { Finder } from './find/Finder.tsx'
import { BulkBar } from './list/BulkBar.tsx'
import { EmptyList, FailedList, ListSkeleton } from './list/ListStates.tsx'
import { Pager } from './list/Pager.tsx'
import { RecordList } from './list/RecordList.tsx'
import { ExploreSidebar } from './sidebar/ExploreSidebar.tsx'
import type { ExploreUrl, ViewMode } from './state/explore-url.ts'
import type { Problem } from './state/saving.ts'
import { useExplore } from './state/use-explore.ts'
import { useExploreUrl } from './state/use-explore-url.ts'
import { useGuard } from './state/use-guard.ts'
import { useLabels } from './state/use-labels.ts'
import { queryProblem, useResults } from './state/use-results.ts'
import { useStoredRules } from './state/use-stored-rules.ts'
import type { CardActions, CardTools, TaskParts } from './task-parts.ts'

// Rarely used parts are loaded after the page.
const AskDialog = lazy(() => import('./list/AskDialog.tsx').then((m) => m.AskDialog))
const Conflicts = lazy(() => import('./list/Conflicts.tsx').then((m) => m.Conflicts))
const DetailsDialog = lazy(() => import('./list/DetailsDialog.tsx').then((m) => m.DetailsDialog))
const ReferenceCard = lazy(() => import('./list/ReferenceCard.tsx').then((m) => m.ReferenceCard))

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
  const [active, setActive] = useState<string>()
  const [details, setDetails] = useState<EditableRecord<Body>>()
  const [isTableOpen, setTableOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const isPhone = useMedia(PHONE)
  const { records, keys, selection, saving } = explore
  // As it is now, or as it was last on this page: once restored, it may no longer match the filter.
  const onPage = details && records.find((record) => recordKey(record) === recordKey(details))
  if (onPage && onPage !== details) setDetails(onPage)
  const detailed = onPage ?? details
  const { total } = results
  const { filter, size, page, viewMode } = url
  const activeKey = active !== undefined && keys.includes(active) ? active : keys[0]
  const problem = queryProblem(results.error)
  // Changing the mode closes the table of rules (spec section 4).
  if (isTableOpen && viewMode !== 'labelling-rules') setTableOpen(false)

  // Other failures are reported as everywhere; a query that cannot be parsed is reported under its box.
  const { error } = results
  useEffect(() => {
    if (error && queryProblem(error) === undefined) showError(error)
  }, [error])

  // The page no longer exists: back to the first (spec section 4).
  const goToFirst = useEffectEvent(() => changeUrl({ page: 1 }))
  const isGone = !results.isPast && total !== undefined && records.length === 0 && page > 1
  useEffect(() => {
    if (isGone) goToFirst()
  }, [isGone])

  const guarded = useGuard(explore)
  /**
   * Load other records into the list and scroll to its top. Without a connection the list stays as it is.
   *
   * @param leadsKeys - focus the first of them
   */
  const bringRecords = (bring: () => void, leadsKeys: boolean = hasKeys()) => {
    if (!navigator.onLine) return void toasts.notify({ type: 'info', about: 'offline', message: t('ui.offlineReason') })
    guarded(() => {
      hadKeys.current = leadsKeys
      list.current?.parentElement?.scrollTo({ top: 0 })
      bring()
    })
  }
  // Memoised, so that parts that do not depend on the records are not re-rendered on each key press.
  const go = useStableCallback((change: Partial<ExploreUrl>, leadsKeys?: boolean) =>
    bringRecords(() => changeUrl(change), leadsKeys),
  )
  // Records of this page that no longer match the filter, since they were annotated.
  const gone = filter.status ? records.filter(({ status }) => !filter.status?.includes(status)).length : 0
  const turn = useStableCallback((next: number) => {
    if (gone === 0 || next !== page + 1) return go({ page: next })
    // Finished records no longer match, so the next ones have moved up to this page: turning the page would skip them.
    bringRecords(() => void results.refresh())
  })
  // The focused card leaves with its page: focus the first card of the new page.
  const hadKeys = useRef(false)
  const leadKeys = useEffectEvent(() => {
    const [first] = records
    if (results.isPast || !first || !hadKeys.current) return
    hadKeys.current = false
    if (document.activeElement === document.body) focusCard(list.current, recordKey(first))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the cards of another page were drawn
  useEffect(leadKeys, [results.page, results.isPast])
  const find = useCallback((next: RecordFilter) => go({ filter: next, page: 1 }), [go])
  const refresh = useStableCallback(() => guarded(() => void results.refresh()))
  useCommand('explore.refresh', { run: refresh })
  const undoByKey = () => {
    const [only, ...others] = saving.undo()
    // Keys had gone on to the next card. Whoever takes a change back by a key wants to decide about its record again.
    if (only !== undefined && others.length === 0) focusCard(list.current, only)
  }
  useCommand('explore.undo', { run: undoByKey })
  const canSelect = viewMode === 'annotate' && size > 1 && activeKey !== undefined
  const select = (isRange: boolean) => activeKey !== undefined && explore.toggle(activeKey, isRange)
  useCommand('explore.select', { run: () => select(false), isEnabled: canSelect })
  useCommand('explore.selectRange', { run: () => select(true), isEnabled: canSelect })

  const focusNext = (from: string | undefined) => {
    const at = keys.indexOf(from ?? '')
    const next = records.slice(at + 1).find(({ status }) => status !== 'Validated' && status !== 'Discarded')
    if (next) focusCard(list.current, recordKey(next))
  }
  // The card shown as focused; none until the user focuses one.
  const activeRecord = size === 1 ? records[0] : records.find((record) => recordKey(record) === active)
  /** Whether keys act on the focused card rather than on the selected records. */
  const isAboutCard = () =>
    activeRecord !== undefined &&
    cardOf(document.activeElement) === recordKey(activeRecord) &&
    !(activeRecord.isSelected && selection.ids.size > 1)
  const act = (one: (record: EditableRecord<Body>) => void, chosen: () => void) => () => {
    if (viewMode !== 'annotate') return
    if (activeRecord && (isAboutCard() || selection.ids.size === 0)) {
      one(activeRecord)
      focusNext(recordKey(activeRecord))
    } else chosen()
  }

  /** Decide about edits that were not saved. The pressed button leaves with them, so the focus goes to the first card. */
  const settle = (chosen: readonly Problem[], decide: (chosen: readonly Problem[]) => Promise<void>) => {
    const first = chosen.map(({ edit }) => String(edit.record.id)).find((key) => keys.includes(key))
    focusCard(list.current, first ?? activeKey ?? '')
    void decide(chosen)
  }

  // A card with a newer edit is decided on its own: the edit would be lost.
  const conflicts = records.flatMap((one) => {
    const refused = saving.problems.get(recordKey(one))
    return refused?.isAnsweredElsewhere && !isPending(one) ? [refused] : []
  })
  const conflictsElsewhere = [...saving.problems].flatMap(([key, one]) =>
    one.isAnsweredElsewhere && !keys.includes(key) ? [one] : [],
  )

  const actions = useStable<CardActions<Body>>({
    ...explore.actions,
    advance: (record) => focusNext(recordKey(record)),
  })
  const tools = useStable<CardTools<Body>>({
    canValidate: explore.canValidate,
    toggle: explore.toggle,
    activate: setActive,
    advance: focusNext,
    validate: explore.validate,
    discard: explore.discard,
    undoStatus: explore.undoStatus,
    reset: explore.reset,
    findSimilar: (record, vector) => find({ ...filter, similar: { id: recordKey(record), vector } }),
    showDetails: setDetails,
    saveAnyway: (one) => settle([one], saving.saveAnyway),
    dismiss: (one) => settle([one], saving.dismiss),
  })

  const { counts, whole } = results
  const pager = useMemo(
    () =>
      total !== undefined && (
        <Pager
          size={size}
          page={Math.min(page, lastPage(total + gone, size))}
          total={total + gone}
          isResting={false}
          onTurn={turn}
          onSize={(next) => go({ size: next, page: 1 })}
        />
      ),
    [size, page, total, gone, go, turn],
  )
  const switchMode = useCallback((mode: ViewMode) => go({ viewMode: mode }), [go])
  const bulkBar = viewMode === 'annotate' && size > 1 && (
    <BulkBar
      explore={explore}
      parts={parts}
      labels={labels}
      total={total}
      isCompact={isPhone}
      onGone={() => focusCard(list.current, keys.find((key) => key === selection.anchor) ?? activeKey ?? '')}
      onValidate={act((record) => explore.canValidate(record) && explore.validate(record), explore.validateChosen)}
      onDiscard={act(explore.discard, explore.discardChosen)}
    />
  )
  // Cards shown before their keys work would swallow the first keys of a fast user.
  const isLoading = results.isLoading || (viewMode === 'annotate' && isSchemaLoading && results.page !== undefined)
  const isEmpty = results.page !== undefined && records.length === 0 && !results.isPast && !results.error
  const found = (
    <>
      {filter.similar && (
        <Suspense fallback={<Skeleton height={60} />}>
          <ReferenceCard
            body={results.reference}
            title={results.reference ? parts.titleOf(results.reference as Body) : ''}
            vector={filter.similar.vector}
            onVector={(vector) => filter.similar && find({ ...filter, similar: { ...filter.similar, vector } })}
            onEnd={() => find({ ...filter, similar: undefined })}
          />
        </Suspense>
      )}
      <div ref={list} className={styles.list} data-past={results.isPast || undefined} aria-busy={results.isFetching}>
        {isLoading && <ListSkeleton count={Math.min(size, 10)} />}
        {results.error && problem === undefined && <FailedList onRetry={refresh} />}
        {isEmpty && (
          <EmptyList
            isWhole={(results.whole?.total ?? 1) === 0}
            onRemove={() => go({ filter: {}, sort: DEFAULT_SORT, page: 1 })}
          />
        )}
        {!isLoading && conflicts.length + 2 * conflictsElsewhere.length > 1 && (
          <Suspense fallback={null}>
            <Conflicts
              here={conflicts}
              elsewhere={conflictsElsewhere}
              onFind={(text) => find({ text })}
              onMine={(chosen) => settle(chosen, saving.saveAnyway)}
              onTheirs={(chosen) => settle(chosen, saving.dismiss)}
            />
          </Suspense>
        )}
        <RecordList
          records={isLoading ? [] : records}
          stopKey={activeKey}
          activeKey={active}
          isAlone={size === 1}
          viewMode={viewMode}
          {...{ labels, parts, tools, actions }}
          problems={saving.problems}
        />
      </div>
    </>
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
                {total !== undefined && t('explore.records', { count: total })}
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

/** Whether the focus is in a card. */
function hasKeys(): boolean {
  return cardOf(document.activeElement) !== undefined
}

/** The key of the record in whose card an element is. */
function cardOf(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('[data-record]')?.dataset.record
}

/** Focus a card, which scrolls itself into view once it has opened. */
function focusCard(list: HTMLElement | null, key: string): void {
  const card = list?.querySelector<HTMLElement>(`[data-record="${CSS.escape(key)}"]`)
  card?.focus({ preventScroll: true })
}
