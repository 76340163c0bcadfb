import type { AnyRecordBody } from '@postil/contract/task/records'
import { newId } from '@postil/domain/new-id'
import { isEditDone, type OutboxEntry, unsentFor } from '@postil/domain/outbox/index'
import { type SavedAs, savedNotices } from '@postil/domain/task-editing/notices'
import { type EditableRecord, openRecord, recordKey, toBulkRecord } from '@postil/domain/task-editing/record'
import { settle } from '@postil/domain/task-editing/transitions'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { searchTaskRecords, type TaskPlace } from '../../../api/classic/task-records.ts'
import { t } from '../../../i18n/areas/classic/explore.ts'
import type { Outbox } from '../../../local/outbox.ts'
import { useAllRefused } from '../../../local/use-outbox.ts'
import { useStableCallback } from '../../../ui/browser/use-stable-callback.ts'
import { type Toast, toasts } from '../../../ui/toast/toast-queue.ts'
import type { Board } from './use-board.ts'

/** A change of records: their state before and after. */
export interface Saving<Body extends AnyRecordBody> {
  /** The name of the change in the success message; undefined: no message. */
  about: SavedAs | undefined
  before: readonly EditableRecord<Body>[]
  after: readonly EditableRecord<Body>[]
  /** The change is a batch of a larger one, which reports the result of all batches. */
  isQuiet?: boolean
}

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

/** Maximum number of records per request. */
const STEP = 500

/** Why the last edit of a record was not saved. */
export type Problem = NonNullable<OutboxEntry['refusal']> & { entryId: string; edit: NonNullable<OutboxEntry['edit']> }

/** Key of a record in the outbox. */
export function outboxKey(place: TaskPlace, key: string): string {
  return `${datasetKey(place)}/${key}`
}

function datasetKey({ workspace, name }: TaskPlace): string {
  return `${workspace}.${name}`
}

/** The initial state of a record: as the server has it, or with the user's last edit if that is still being sent. */
export function openWith<Body extends AnyRecordBody>(
  outbox: Outbox,
  place: TaskPlace,
  body: Body,
): EditableRecord<Body> {
  const record = openRecord(body)
  const edit = unsentFor(outbox.getState(), outboxKey(place, recordKey(record)))?.edit
  if (!edit) return record
  return {
    ...record,
    status: edit.record.status,
    annotation: (edit.record.annotation ?? undefined) as Body['annotation'],
  }
}

/** What a change makes of its records. */
function aboutOf(after: readonly EditableRecord[]): SavedAs {
  if (after.every(({ status }) => status === 'Validated')) return 'validated'
  return after.every(({ status }) => status === 'Discarded') ? 'discarded' : 'edited'
}

/** Whether a change can be undone: not one that undoes another, and none without a message. */
function isUndoable({ about }: { about: SavedAs | undefined }): boolean {
  return about !== undefined && about !== 'unvalidated' && about !== 'undiscarded'
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
) {
  const gestures = useRef(new Map<string, Gesture<Body>>())
  const toastIds = useRef<number[]>([])
  const refused = useAllRefused(outbox)

  const tell = (message: string, type: Toast['type'], onUndo?: () => void) =>
    toasts.notify({ message, type, ...(onUndo ? { action: { label: t('explore.undo'), run: onUndo } } : {}) })

  const save = (saving: Saving<Body>): Promise<SavingResult> => {
    const after = new Map(saving.after.map((record) => [recordKey(record), record]))
    board.change(new Set(after.keys()), (record) => after.get(recordKey(record)) ?? record)
    const gesture = newId()
    // It can be undone before it is confirmed: that may take long, and an undo by key means what was done last.
    if (!saving.isQuiet) remember(saving)
    return new Promise((resolve) => {
      gestures.current.set(gesture, {
        saving,
        open: new Set([...after.keys()].map((key) => outboxKey(place, key))),
        saved: 0,
        refused: refusedOf(saving),
        whenDone: resolve,
      })
      void outbox.enqueueEdits(
        saving.after.map((record) => ({
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

  /** Save changes of many records in batches of one request each; reported once at the end. */
  const saveMany = async (
    about: SavedAs | undefined,
    changes: readonly { before: EditableRecord<Body>; after: EditableRecord<Body> }[],
    onStep: (done: number) => void,
  ) => {
    const whole = { about, before: changes.map(({ before }) => before), after: changes.map(({ after }) => after) }
    const refused = refusedOf(whole)
    let saved = 0
    for (let at = 0; at < changes.length; at += STEP) {
      const step = changes.slice(at, at + STEP)
      const result = await save({
        about,
        isQuiet: true,
        before: step.map(({ before }) => before),
        after: step.map(({ after }) => after),
      })
      saved += result.saved
      for (const key of result.refused) refused.add(key)
      onStep(Math.min(at + STEP, changes.length))
    }
    tellSaved(whole, { saved, failed: refused.size })
  }

  const undoStack = useRef<Saving<Body>[]>([])
  /** Keys of the records of a change that were not saved: an undo must not touch what others made of them. */
  const allRefused = useRef(new WeakMap<Saving<Body>, Set<string>>())
  const refusedOf = (saving: Saving<Body>): Set<string> => {
    const known = allRefused.current.get(saving) ?? new Set()
    allRefused.current.set(saving, known)
    return known
  }
  const remember = (saving: Saving<Body>) => {
    if (isUndoable(saving)) undoStack.current.push(saving)
  }
  const forget = (saving: Saving<Body>) => {
    undoStack.current = undoStack.current.filter((one) => one !== saving)
  }
  /**
   * Every record that was saved returns to its state before a change, by default the newest. Stable, since a toast offers it while the records change.
   *
   * @returns the keys of these records; none if there is no such change any more
   */
  const undo = useStableCallback((saving?: Saving<Body>): string[] => {
    const last = saving ?? undoStack.current.at(-1)
    if (!last || !undoStack.current.includes(last)) return []
    forget(last)
    const isSaved = (record: EditableRecord<Body>) => !refusedOf(last).has(recordKey(record))
    const before = last.before.filter(isSaved).map((record) => ({
      ...record,
      status: record.body.status,
      annotation: record.body.annotation ?? undefined,
    }))
    const isBack = before.every(({ status }) => status === 'Default')
    const about = last.about === 'validated' ? 'unvalidated' : last.about === 'discarded' ? 'undiscarded' : undefined
    const now = new Map(board.records.map((record) => [recordKey(record), record]))
    const after = before.map((record) => ({ ...record, body: now.get(recordKey(record))?.body ?? record.body }))
    void save({ about: isBack ? about : undefined, before: last.after.filter(isSaved), after })
    return after.map(recordKey)
  })

  const finish = (entry: OutboxEntry, isSaved: boolean) => {
    const { edit } = entry
    const gesture = edit && gestures.current.get(edit.gesture)
    if (!edit || !gesture?.open.delete(entry.recordId)) return
    if (isSaved) gesture.saved += 1
    else gesture.refused.add(String(edit.record.id))
    if (gesture.open.size === 0) end(edit.gesture, gesture)
  }

  const end = (id: string, gesture: Gesture<Body>) => {
    gestures.current.delete(id)
    const { saving, saved, refused } = gesture
    const failed = refused.size
    gesture.whenDone({ saved, failed, refused })
    if (saving.isQuiet) return
    const isUndone = isUndoable(saving) && !undoStack.current.includes(saving)
    if (saved === 0) forget(saving)
    tellCounts(saving, { saved: isUndone ? 0 : saved, failed })
  }

  /** Report a change that was saved some other way, and can be undone. @param counts - how many records were saved, by default all */
  const tellSaved = (saving: Saving<Body>, counts: SavedCounts = { saved: saving.after.length, failed: 0 }) => {
    if (counts.saved > 0) remember(saving)
    tellCounts(saving, counts)
  }

  const tellCounts = (saving: Saving<Body>, { saved, failed }: SavedCounts) => {
    const { about } = saving
    const undoIt = isUndoable(saving) ? () => void undo(saving) : undefined
    if (about === undefined) return
    if (failed > 0) toasts.clear()
    for (const id of toastIds.current) toasts.dismiss(id)
    toastIds.current = savedNotices(about, { saved, failed }).map(({ type, count }) =>
      tell(t(`explore.${about}.${type}`, { count }), type, type === 'success' ? undoIt : undefined),
    )
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
    const before = gestures.current.get(entry.edit.gesture)?.saving.before.find((record) => recordKey(record) === key)
    board.change(new Set([key]), (record) => openRecord((before ?? record).body))
    finish(entry, false)
    if (entry.refusal?.isAnsweredElsewhere) void showTheirs([key])
  })

  useEffect(() => {
    const leaveDelivered = outbox.onDelivered((entry) => handleDelivered(entry))
    const leaveRefused = outbox.onRefused((entry) => handleRefused(entry))
    return () => {
      leaveDelivered()
      leaveRefused()
    }
  }, [outbox])

  /** Replace records on the screen by the server's current versions. @returns these, by key */
  const showTheirs = async (keys: readonly string[]): Promise<ReadonlyMap<string, Body>> => {
    const ids = board.records.filter((record) => keys.includes(recordKey(record))).map(({ body }) => body.id)
    if (ids.length === 0) return new Map()
    const found = await searchTaskRecords<Body>(place, { query: { ids }, sort: [], from: 0, limit: ids.length })
    const theirs = new Map(found.records.map((body) => [recordKey(openRecord(body)), body]))
    board.change(new Set(theirs.keys()), (record) => openRecord(theirs.get(recordKey(record)) ?? record.body))
    return theirs
  }

  const problems = useMemo(() => {
    const ofDataset = refused.filter(({ datasetId }) => datasetId === datasetKey(place))
    return new Map(
      ofDataset.flatMap(({ id, edit, refusal }): [string, Problem][] =>
        edit && refusal ? [[String(edit.record.id), { ...refusal, entryId: id, edit }]] : [],
      ),
    )
  }, [refused, place])

  /** Send refused edits again as one change, based on the server's current versions. They replace the refused ones in the outbox. */
  const saveAnyway = async (chosen: readonly Problem[]) => {
    const theirs = await showTheirs(chosen.map(({ edit }) => String(edit.record.id)))
    const changes = chosen.flatMap(({ edit, entryId }) => {
      const body = theirs.get(String(edit.record.id))
      if (!body) return []
      if (isEditDone(edit, body)) {
        void outbox.dismiss(entryId)
        return []
      }
      const { status, annotation } = edit.record
      const before = openRecord(body)
      const after = { ...before, status, annotation: (annotation ?? undefined) as Body['annotation'] }
      return [{ before, after }]
    })
    if (changes.length === 0) return
    const after = changes.map((change) => change.after)
    void save({ about: aboutOf(after), before: changes.map(({ before }) => before), after })
  }

  /** Drop refused edits. */
  const dismiss = async (chosen: readonly Problem[]) => {
    await Promise.all(chosen.map(({ entryId }) => outbox.dismiss(entryId)))
  }

  return {
    save,
    saveMany,
    tellSaved,
    undo,
    canUndo: () => undoStack.current.length > 0,
    /** What was not saved, by record key. */
    problems,
    saveAnyway,
    dismiss,
  }
}
