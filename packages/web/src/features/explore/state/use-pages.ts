import type { AnyRecordBody } from '@postil/contract/task/records'
import type { RecordFilter } from '@postil/domain/task-editing/query'
import { recordKey } from '@postil/domain/task-editing/record'
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import { useStable } from '../../../ui/browser/use-stable.ts'
import { useStableCallback } from '../../../ui/browser/use-stable-callback.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { cardOf, focusCard } from '../list/card-focus.ts'
import type { ExploreUrl } from './explore-url.ts'
import type { Explore } from './use-explore.ts'
import type { useResults } from './use-results.ts'

interface PagesTools<Body extends AnyRecordBody> {
  explore: Explore<Body>
  results: ReturnType<typeof useResults<Body>>
  url: ExploreUrl
  changeUrl: (change: Partial<ExploreUrl>, isCorrection?: boolean) => void
  /** The element with the cards. */
  list: RefObject<HTMLElement | null>
}

/** What loads other records into the list: pages, searches, a refresh. Edits that would be lost are asked about first. */
export function usePages<Body extends AnyRecordBody>({ explore, results, url, changeUrl, list }: PagesTools<Body>) {
  const { records } = explore
  const { filter, page } = url

  // The page no longer exists: back to the first (spec section 4).
  const goToFirst = useEffectEvent(() => changeUrl({ page: 1 }, true))
  const isGone = !results.isPast && results.total !== undefined && records.length === 0 && page > 1
  useEffect(() => {
    if (isGone) goToFirst()
  }, [isGone])

  // The focused card leaves with its page: focus the first card of the new page.
  const hadFocus = useRef(false)
  const focusFirst = useEffectEvent(() => {
    const [first] = records
    if (results.isPast || !first || !hadFocus.current) return
    hadFocus.current = false
    if (document.activeElement === document.body) focusCard(list.current, recordKey(first))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the cards of another page were drawn
  useEffect(focusFirst, [results.page, results.isPast])

  const guarded = useGuard(explore)
  /**
   * Load other records into the list and scroll to its top. Without a connection the list stays as it is.
   *
   * @param focusesFirst - focus the first of them
   */
  const load = (start: () => void, focusesFirst: boolean = cardOf(document.activeElement) !== undefined) => {
    if (!navigator.onLine) return void toasts.notify({ type: 'info', about: 'offline', message: t('ui.offlineReason') })
    guarded(() => {
      hadFocus.current = focusesFirst
      list.current?.parentElement?.scrollTo({ top: 0 })
      start()
    })
  }
  // Memoised, so that parts that do not depend on the records are not re-rendered on each key press.
  const go = useStableCallback((change: Partial<ExploreUrl>, focusesFirst?: boolean) =>
    load(() => changeUrl(change), focusesFirst),
  )
  const find = useCallback((next: RecordFilter) => go({ filter: next, page: 1 }), [go])
  const refresh = useStableCallback(() => guarded(() => void results.refresh()))
  useCommand('explore.refresh', { run: refresh })

  // Records of this page that no longer match the filter, since they were annotated.
  const gone = filter.status ? records.filter(({ status }) => !filter.status?.includes(status)).length : 0
  const turn = useStableCallback((next: number) => {
    if (gone === 0 || next !== page + 1) return go({ page: next })
    // Finished records no longer match, so the next ones have moved up to this page: turning the page would skip them.
    load(() => void results.refresh())
  })

  return { go, find, refresh, turn }
}

interface GuardProps {
  /** There are edits that were not saved. */
  isPending: boolean
  /** Save all edits. @returns how many records were passed over, as they cannot be validated */
  saveEdited: () => number
  dropEdits: () => void
}

/** A function that runs an action that would lose edits, only after warning the user. */
function useGuard({ isPending, saveEdited, dropEdits }: GuardProps): (go: () => void) => void {
  const warning = useRef<number>(undefined)
  // The warning stays open while the user continues editing, so its buttons act on the latest state.
  const edited = useStable({ save: saveEdited, drop: dropEdits })
  // It leaves with what it warns about. After the page, its button would drop the edits that this device keeps for the next visit.
  useEffect(() => {
    if (!isPending) return
    return () => toasts.dismiss(warning.current)
  }, [isPending])
  return (go) => {
    if (!isPending) return go()
    if (warning.current !== undefined) toasts.dismiss(warning.current)
    warning.current = toasts.notify({
      type: 'warning',
      message: t('explore.pending'),
      isPermanent: true,
      action: {
        label: t('explore.pendingGo'),
        run: () => {
          edited.drop()
          go()
        },
      },
      otherAction: {
        label: t('explore.pendingSave'),
        // A record that cannot be validated keeps its edit, and the page is not left.
        run: () => {
          const passed = edited.save()
          if (passed === 0) go()
          else toasts.notify({ type: 'info', message: t('explore.passedOver', { count: passed }) })
        },
      },
    })
  }
}
