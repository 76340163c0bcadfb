import type { AnyRecordBody } from '@postil/contract/task/records'
import { newId } from '@postil/domain/new-id'
import type { OutboxEntry } from '@postil/domain/outbox/index'
import { savedNotices } from '@postil/domain/task-editing/notices'
import { openRecord, recordKey, toBulkRecord } from '@postil/domain/task-editing/record'
import { edit, isPending, settle } from '@postil/domain/task-editing/transitions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TaskPlace } from '../../../api/classic/task-records.ts'
import { queryKeys } from '../../../api/keys.ts'
import { t } from '../../../i18n/areas/classic/explore.ts'
import type { Outbox } from '../../../local/outbox.ts'
import { useStableCallback } from '../../../ui/browser/use-stable-callback.ts'
import { type Toast, toasts } from '../../../ui/toast/toast-queue.ts'
import { datasetKey, fetchTheirs, outboxKey, type Saving, STEP, withoutEdits } from './saving.ts'
import { isUndoable, UndoStack } from './undo-stack.ts'
import type { Board } from './use-board.ts'
import { useConflicts } from './use-conflicts.ts'

/** Number of records that were saved, and that were not. */
interface SavedCounts {
  saved: number
  failed: number
}

interface SavingResult extends SavedCounts {
  /** Keys of the records that were not saved. */
  refused: ReadonlySet<string>
}

interface Gesture<Body extends AnyRecordBody> {
  saving: Saving<Body>
  open: Set<string>
  saved: number
  refused: Set<string>
  whenDone: (result: SavingResult) => void
}

/**
 * Save changes of records: on the screen at once (optimistic), then through the outbox. A refused change is rolled back and reported; on
 * a conflict the other user's version is shown, with the choice to save one's own instead.
 */
export function useSaving<Body extends AnyRecordBody>(
  place: TaskPlace,
  outbox: Outbox,
  board: Board<Body>,
  onSaved: () => void,
  onStep: (job: { done: number; total: number } | undefined) => void,
) {
  const queryClient = useQueryClient()
  const gestures = useRef(new Map<string, Gesture<Body>>())
  const isLeft = useRef(false)
  const undoing = useRef(Promise.resolve())
  const toastIds = useRef<number[]>([])
  const [undoable] = useState(() => new UndoStack<Body>())

  const tell = (message: string, type: Toast['type'], onUndo?: () => void) =>
    toasts.notify({ message, type, ...(onUndo ? { action: { label: t('explore.undo'), run: onUndo } } : {}) })

  const save = (saving: Saving<Body>): Promise<SavingResult> => {
    const after = new Map(saving.changes.map(({ after: record }) => [recordKey(record), record]))
    board.change(new Set(after.keys()), (record) => after.get(recordKey(record)) ?? record)
    const gesture = newId()
    // It can be undone before it is confirmed: that may take long, and an undo by key means what was done last.
    if (!saving.isQuiet) undoable.add(saving)
    return new Promise((resolve) => {
      const begun: Gesture<Body> = {
        saving,
        open: new Set([...after.keys()].map((key) => outboxKey(place, key))),
        saved: 0,
        refused: undoable.refusedOf(saving),
        whenDone: resolve,
      }
      if (isLeft.current) followAlone(outbox, gesture, begun)
      else gestures.current.set(gesture, begun)
      void outbox.enqueueEdits(
        saving.changes.map(({ after: record }) => ({
          datasetId: datasetKey(place),
          recordId: outboxKey(place, recordKey(record)),
          lastUpdated: record.body.last_updated ?? undefined,
          edit: { ...place, gesture, record: toBulkRecord(record) },
        })),
      )
      forgetReplaced()
    })
  }

  /** Edits that were replaced by newer ones before being sent need not be waited for. */
  const forgetReplaced = () => {
    const waiting = new Set(outbox.getState().entries.map(({ recordId, edit }) => `${edit?.gesture} ${recordId}`))
    for (const [id, gesture] of gestures.current) {
      for (const key of gesture.open) if (!waiting.has(`${id} ${key}`)) gesture.open.delete(key)
      if (gesture.open.size === 0) end(id, gesture)
    }
  }

  /** Save changes of many records in batches of one request each, also after the page is left; reported once at the end. */
  const saveMany = async (whole: Saving<Body>) => {
    const { changes } = whole
    const refused = undoable.refusedOf(whole)
    let saved = 0
    onStep({ done: 0, total: changes.length })
    for (let at = 0; at < changes.length; at += STEP) {
      const result = await save({ ...whole, changes: changes.slice(at, at + STEP), isQuiet: true })
      saved += result.saved
      for (const key of result.refused) refused.add(key)
      onStep({ done: Math.min(at + STEP, changes.length), total: changes.length })
    }
    onStep(undefined)
    tellSaved(whole, { saved, failed: refused.size })
  }

  /**
   * Every record that was saved returns to its state before a change, by default the newest. Stable, since a toast offers it while the records change.
   *
   * @returns the keys of these records; none if there is no such change any more
   */
  const undo = useStableCallback((saving?: Saving<Body>): string[] => {
    const last = saving ?? undoable.newest
    if (!last || !undoable.has(last)) return []
    undoable.remove(last)
    // What they say is no longer true.
    dropTold()
    const shown = new Map(board.records.map((record) => [recordKey(record), record]))
    const reversed = undoable.reverse(last, shown)
    if (reversed.changes.length > STEP) {
      // The page's records are in the first batch, so that a later one does not take back what is done to them meanwhile.
      const changes = reversed.changes.toSorted(
        (one, other) => Number(shown.has(recordKey(other.after))) - Number(shown.has(recordKey(one.after))),
      )
      undoing.current = undoing.current.then(() => saveMany({ ...reversed, changes }))
    } else void save(reversed)
    const keys = reversed.changes.map(({ after }) => recordKey(after))
    // Edits that were unsaved before are so again, rather than lost.
    const unsaved = last.changes.map(({ before }) => before).filter(isPending)
    const edits = new Map(unsaved.map((record) => [recordKey(record), record.annotation]))
    board.change(new Set(keys.filter((key) => edits.has(key))), (record) => edit(record, edits.get(recordKey(record))))
    return keys
  })

  const finish = (entry: OutboxEntry, isSaved: boolean) => {
    const { edit } = entry
    const gesture = edit && gestures.current.get(edit.gesture)
    if (gesture && countEdit(gesture, entry, isSaved)) end(edit.gesture, gesture)
  }

  const end = (id: string, gesture: Gesture<Body>) => {
    gestures.current.delete(id)
    const { saving, saved, refused } = gesture
    const failed = refused.size
    // Somebody may have removed a label that is offered here.
    if (failed > 0) void queryClient.invalidateQueries({ queryKey: queryKeys.taskSettings(place) })
    gesture.whenDone({ saved, failed, refused })
    if (saving.isQuiet) return
    const isUndone = isUndoable(saving) && !undoable.has(saving)
    // A change that was replaced before it was sent can still be undone: the newer one is undone to it.
    if (saved === 0 && failed > 0) undoable.remove(saving)
    tellCounts(saving, { saved: isUndone ? 0 : saved, failed })
  }

  /** Report a change that was saved some other way, and can be undone. @param counts - how many records were saved, by default all */
  const tellSaved = (saving: Saving<Body>, counts: SavedCounts = { saved: saving.changes.length, failed: 0 }) => {
    if (counts.saved > 0) undoable.add(saving)
    tellCounts(saving, counts)
  }

  const tellCounts = (saving: Saving<Body>, { saved, failed }: SavedCounts) => {
    const { about } = saving
    const undoIt = isUndoable(saving) ? () => void undo(saving) : undefined
    if (about === undefined) return
    if (failed > 0) toasts.clear()
    dropTold()
    toastIds.current = savedNotices(about, { saved, failed }).map(({ type, count }) =>
      tell(t(`explore.${about}.${type}`, { count }), type, type === 'success' ? undoIt : undefined),
    )
  }

  /** Dismiss the messages about the latest change. */
  const dropTold = () => {
    for (const id of toastIds.current) toasts.dismiss(id)
  }

  const isHere = (entry: OutboxEntry) => entry.edit !== undefined && entry.datasetId === datasetKey(place)

  const handleDelivered = useEffectEvent((entry: OutboxEntry) => {
    if (!isHere(entry) || !entry.edit) return
    const { record } = entry.edit
    const sent = { status: record.status, annotation: (record.annotation ?? undefined) as Body['annotation'] }
    board.change(new Set([String(record.id)]), (one) => settle(one, sent, entry.basedOn))
    finish(entry, true)
    onSaved()
  })

  const handleRefused = useEffectEvent((entry: OutboxEntry) => {
    if (!isHere(entry) || !entry.edit) return
    const key = String(entry.edit.record.id)
    board.change(new Set([key]), ({ body }) => withoutEdits(outbox, place, openRecord(body)))
    finish(entry, false)
    if (!entry.refusal?.isAnsweredElsewhere) return
    undoable.refuse(key)
    if (board.records.some((one) => recordKey(one) === key)) void fetchTheirs(place, board, [entry.edit.record.id])
  })

  useEffect(() => {
    isLeft.current = false
    const { current: open } = gestures
    const leaveDelivered = outbox.onDelivered((entry) => handleDelivered(entry))
    const leaveRefused = outbox.onRefused((entry) => handleRefused(entry))
    return () => {
      leaveDelivered()
      leaveRefused()
      isLeft.current = true
      for (const [id, gesture] of open) followAlone(outbox, id, gesture)
      open.clear()
    }
  }, [outbox])

  const conflicts = useConflicts(place, outbox, board, save)

  return {
    save,
    saveMany,
    tellSaved,
    undo,
    canUndo: () => undoable.newest !== undefined,
    ...conflicts,
  }
}

type Counted = Pick<Gesture<AnyRecordBody>, 'open' | 'saved' | 'refused' | 'whenDone'>

/** Count an edit as saved or refused. @returns whether it was the last open one of its user action */
function countEdit(gesture: Counted, { edit, recordId }: OutboxEntry, isSaved: boolean): boolean {
  if (!edit || !gesture.open.delete(recordId)) return false
  if (isSaved) gesture.saved += 1
  else gesture.refused.add(String(edit.record.id))
  return gesture.open.size === 0
}

/** Count what becomes of the edits of a change whose page was left: the batches after it still wait for it. */
function followAlone(outbox: Outbox, id: string, gesture: Counted): void {
  const count = (entry: OutboxEntry, isSaved: boolean) => {
    if (entry.edit?.gesture !== id || !countEdit(gesture, entry, isSaved)) return
    for (const leave of leaving) leave()
    const { saved, refused } = gesture
    gesture.whenDone({ saved, failed: refused.size, refused })
  }
  const leaving = [outbox.onDelivered((entry) => count(entry, true)), outbox.onRefused((entry) => count(entry, false))]
}
