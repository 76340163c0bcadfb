import type { AnyRecordBody } from '@postil/contract/task/records'
import type { GlobalLabel } from '@postil/domain/task-editing/labels'
import { DEFAULT_SORT } from '@postil/domain/task-editing/query'
import { type EditableRecord, recordKey } from '@postil/domain/task-editing/record'
import { isPending } from '@postil/domain/task-editing/transitions'
import { type RefObject, Suspense, useEffect } from 'react'
import { useStable } from '../../../ui/browser/use-stable.ts'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import styles from '../Explore.module.css'
import type { ExploreUrl } from '../state/explore-url.ts'
import type { Problem } from '../state/saving.ts'
import type { useActiveCard } from '../state/use-active-card.ts'
import type { Explore } from '../state/use-explore.ts'
import type { usePages } from '../state/use-pages.ts'
import { queryProblem, type useResults } from '../state/use-results.ts'
import type { CardActions, CardTools, TaskParts } from '../task-parts.ts'
import { EmptyList, FailedList, ListSkeleton } from './ListStates.tsx'
import { RecordList } from './RecordList.tsx'

// Rarely used parts are loaded after the page.
const Conflicts = lazy(() => import('./Conflicts.tsx').then((m) => m.Conflicts))
const ReferenceCard = lazy(() => import('./ReferenceCard.tsx').then((m) => m.ReferenceCard))

interface FoundRecordsProps<Body extends AnyRecordBody> {
  /** Filled with the element that has the cards. */
  list: RefObject<HTMLDivElement | null>
  url: ExploreUrl
  parts: TaskParts<Body>
  labels: readonly GlobalLabel[]
  isSchemaLoading: boolean
  results: ReturnType<typeof useResults<Body>>
  explore: Explore<Body>
  pages: ReturnType<typeof usePages>
  card: ReturnType<typeof useActiveCard<Body>>
  onDetails: (record: EditableRecord<Body>) => void
}

/** What a search has found: the cards of the page, or why there are none. */
export function FoundRecords<Body extends AnyRecordBody>(props: FoundRecordsProps<Body>) {
  const { list, url, parts, labels, isSchemaLoading, results, explore, pages, card, onDetails } = props
  const { filter, size, viewMode } = url
  const { records, keys, saving } = explore
  const { find } = pages

  /** Decide about edits that were not saved. The pressed button leaves with them, so the focus goes to the first card. */
  const settle = (chosen: readonly Problem[], decide: (chosen: readonly Problem[]) => Promise<void>) => {
    card.focus(chosen.map(({ edit }) => String(edit.record.id)).find((key) => keys.includes(key)))
    void decide(chosen)
  }

  // With the first problem: the bar then comes together with the note in the second card. Later, it would move the cards under the pointer.
  const hasProblems = saving.problems.size > 0
  useEffect(() => {
    if (hasProblems) void Conflicts.fetch().catch(() => undefined)
  }, [hasProblems])

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
    advance: (record) => card.focusNext(recordKey(record)),
  })
  const tools = useStable<CardTools<Body>>({
    canValidate: explore.canValidate,
    toggle: explore.toggle,
    activate: card.activate,
    advance: card.focusNext,
    validate: explore.validate,
    discard: explore.discard,
    undoStatus: explore.undoStatus,
    reset: explore.reset,
    // Its card leaves the list, and the menu in which it was chosen with it.
    findSimilar: (record, vector) =>
      pages.go({ filter: { ...filter, similar: { id: recordKey(record), vector } }, page: 1 }, true),
    showDetails: onDetails,
    saveAnyway: (one) => settle([one], saving.saveAnyway),
    dismiss: (one) => settle([one], saving.dismiss),
  })

  // Cards shown before their keys work would swallow the first keys of a fast user.
  const isLoading = results.isLoading || (viewMode === 'annotate' && isSchemaLoading && results.page !== undefined)
  const isEmpty = results.page !== undefined && records.length === 0 && !results.isPast && !results.error
  return (
    <>
      {filter.similar && (
        <Suspense fallback={<Skeleton height={60} />}>
          <ReferenceCard
            body={results.reference}
            title={results.reference ? parts.titleOf(results.reference as Body) : ''}
            vector={filter.similar.vector}
            onVector={(vector) => filter.similar && find({ ...filter, similar: { ...filter.similar, vector } })}
            onEnd={() => pages.go({ filter: { ...filter, similar: undefined }, page: 1 }, true)}
          />
        </Suspense>
      )}
      <div ref={list} className={styles.list} data-past={results.isPast || undefined} aria-busy={results.isFetching}>
        {isLoading && <ListSkeleton count={Math.min(size, 10)} />}
        {results.error && queryProblem(results.error) === undefined && <FailedList onRetry={pages.refresh} />}
        {isEmpty && (
          <EmptyList
            isWhole={(results.whole?.total ?? 1) === 0}
            onRemove={() => pages.go({ filter: {}, sort: DEFAULT_SORT, page: 1 })}
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
          stopKey={card.activeKey}
          activeKey={card.active}
          isAlone={size === 1}
          viewMode={viewMode}
          {...{ labels, parts, tools, actions }}
          problems={saving.problems}
        />
      </div>
    </>
  )
}
