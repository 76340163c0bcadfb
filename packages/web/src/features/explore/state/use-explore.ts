import type { AnyRecordBody } from '@postil/contract/task/records'
import type { TaskRecordPart } from '@postil/contract/task/task-records'
import { type SavedAs, undoneAs } from '@postil/domain/task-editing/notices'
import { MAX_RECORDS } from '@postil/domain/task-editing/pagination'
import { type EditableRecord, openRecord, recordKey } from '@postil/domain/task-editing/record'
import {
  agentName,
  discard,
  edit,
  hasPending,
  isPending,
  resetAnnotations,
  undo as undoStatus,
  validate,
} from '@postil/domain/task-editing/transitions'
import { useEffect, useState } from 'react'
import { searchTaskRecords, type TaskPlace } from '../../../api/classic/task-records.ts'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { pageState, type Selection, togglePage, toggleRecord } from '../../../list/selection.ts'
import type { KeptEdits } from '../../../local/edits.ts'
import type { DeviceMemory } from '../../../local/use-outbox.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { useUser } from '../../session/session.ts'
import type { TaskParts } from '../task-parts.ts'
import { changesOf, outboxKey, STEP, withoutEdits } from './saving.ts'
import { useBoard } from './use-board.ts'
import type { useResults } from './use-results.ts'
import { useSaving } from './use-saving.ts'

/** Changing more records than this needs confirmation. */
const ASK_ABOVE = 20

/** A change of many records that waits for confirmation. */
export interface Question {
  what: 'validate' | 'annotate' | 'discard' | 'clear' | 'edit'
  count: number
  /** The label that they would get. */
  label: string | undefined
  /** How many match, when all of these were selected: perhaps more than `count`. */
  matching: number | undefined
  go: () => void
}

interface ExploreTools<Body extends AnyRecordBody> {
  place: TaskPlace
  parts: TaskParts<Body>
  memory: DeviceMemory
  results: ReturnType<typeof useResults<Body>>
}

type Update<Body extends AnyRecordBody> = (record: EditableRecord<Body>) => EditableRecord<Body> | undefined

/** The actions on the records of the page: select, change, save, undo. */
export function useExplore<Body extends AnyRecordBody>({ place, parts, memory, results }: ExploreTools<Body>) {
  const { username } = useUser()
  const { outbox, edits } = memory
  const reset = (record: EditableRecord<Body>) => withoutEdits(outbox, place, record)
  const open = (body: Body) => withKeptEdit(edits, place, body) ?? reset(openRecord(body))
  const board = useBoard(results.page?.records, open)
  const [job, setJob] = useState<{ done: number; total: number }>()
  const saving = useSaving(place, outbox, board, results.refreshCounts, setJob)
  const [anchor, setAnchor] = useState<string>()
  const [isAll, setAll] = useState(false)
  const [question, setQuestion] = useState<Question>()

  const { records } = board
  useKeepOnDevice(edits, place, records)
  const keys = records.map(recordKey)
  const selection: Selection = {
    ids: new Set(records.filter((record) => record.isSelected).map(recordKey)),
    anchor,
    isAll,
  }
  const select = (next: Selection) => {
    setAnchor(next.anchor)
    setAll(next.isAll)
    board.change(new Set(keys), (record) => {
      const isSelected = next.ids.has(recordKey(record))
      return isSelected === record.isSelected ? record : { ...record, isSelected }
    })
  }
  const chosen = records.filter((record) => record.isSelected)

  /** Save the updates of records. @returns how many were skipped by the update */
  const saveAll = (about: SavedAs | undefined, of: readonly EditableRecord<Body>[], update: Update<Body>): number => {
    const changes = changesOf(of, update, reset)
    if (changes.length > 0) void saving.save({ about, changes })
    return of.length - changes.length
  }

  const validated: Update<Body> = (record) => {
    // Who validated a record stays its annotator, also when somebody else validates a selection with it.
    if (record.status === 'Validated') return undefined
    const annotation = parts.annotationToValidate(record)
    return annotation && validate(record, annotation, username)
  }

  /** Change the selected records, or all that match; asks for confirmation when they are many. */
  const withChosen = (what: Question['what'], about: SavedAs | undefined, update: Update<Body>, label?: string) => {
    const go = () => {
      if (isAll) void changeAll(what, about, update)
      else {
        saveAll(about, chosen, update)
        if (what === 'validate') tellPassedOver(chosen)
      }
    }
    const count = isAll ? Math.min(results.matching ?? 0, MAX_RECORDS) : chosen.length
    if (isAll || count > ASK_ABOVE)
      setQuestion({ what, label, count, matching: isAll ? results.matching : undefined, go })
    else go()
  }

  /** Say how many of the records that were to be validated have nothing to validate. */
  const tellPassedOver = (of: readonly EditableRecord<Body>[]) => {
    const count = of.filter((record) => record.status !== 'Validated' && !parts.annotationToValidate(record)).length
    if (count > 0) toasts.notify({ type: 'info', message: t('explore.passedOver', { count }) })
  }

  /** Change every matching record: fetch all of them first, since changed ones may no longer match. */
  const changeAll = async (what: Question['what'], about: SavedAs | undefined, update: Update<Body>) => {
    const total = Math.min(results.matching ?? 0, MAX_RECORDS)
    const { query } = results
    setJob({ done: 0, total })
    try {
      const found: Body[] = []
      for (let from = 0; from < total; from += STEP) {
        const limit = Math.min(STEP, total - from)
        found.push(
          ...(await searchTaskRecords<Body>(place, { query, sort: [{ id: 'id', order: 'asc' }], from, limit })).records,
        )
      }
      const present = found.map(onPage)
      await saving.saveMany({ about, changes: changesOf(present, update, reset) })
      if (what === 'validate') tellPassedOver(present)
    } finally {
      setJob(undefined)
      setAll(false)
    }
  }

  /** The record with its unsaved edit, if it has one on this page. */
  const onPage = (body: Body): EditableRecord<Body> => {
    const stored = openRecord(body)
    return records.find((one) => isPending(one) && recordKey(one) === recordKey(stored)) ?? stored
  }

  const discarded: Update<Body> = (record) => (record.status === 'Discarded' ? undefined : discard(record, username))

  return {
    records,
    keys,
    chosen,
    selection,
    pageState: pageState(selection, keys),
    isPending: hasPending(records),
    question,
    job,
    /** Discard unsaved edits, also when the page stays and its records have not changed. */
    dropEdits: () => {
      forgetEdits(edits, place, records)
      board.change(new Set(records.filter(isPending).map(recordKey)), reset)
    },
    closeQuestion: () => setQuestion(undefined),
    saving,
    toggle: (key: string, isRange: boolean) => select(toggleRecord(selection, keys, key, isRange)),
    togglePage: () => select(togglePage(selection, keys)),
    selectAllMatching: () => select({ ...selection, ids: new Set(keys), isAll: true }),
    selectNone: () => select({ ids: new Set(), anchor: undefined, isAll: false }),

    canValidate: (record: EditableRecord<Body>) =>
      record.status !== 'Validated' &&
      parts.annotationToValidate(record) !== undefined &&
      (isPending(record) || hasSomething(record)),
    validate: (record: EditableRecord<Body>) => saveAll('validated', [record], validated),
    discard: (record: EditableRecord<Body>) => saveAll('discarded', [record], discarded),
    /** Toggle back: Validate or Discard pressed on a record that already has that status. */
    undoStatus: (record: EditableRecord<Body>) => saveAll(undoneAs(record.status), [record], undoStatus),
    reset: (record: EditableRecord<Body>) => board.change(new Set([recordKey(record)]), reset),
    /** Show a record after a part of it was restored. An unsaved edit of its annotation stays, unless this is what was restored. */
    restored: (before: EditableRecord<Body>, body: AnyRecordBody, part: TaskRecordPart): EditableRecord<Body> => {
      // The dataset determines the shape of its records.
      const after = openRecord(body as Body)
      const shown = (one: EditableRecord<Body>) =>
        part !== 'annotation' && isPending(one)
          ? { ...one, body: after.body }
          : { ...after, isSelected: one.isSelected }
      board.change(new Set([recordKey(after)]), shown)
      results.refreshCounts()
      // The undo is an edit of the record as it is now.
      const { last_updated } = body
      const was = { ...before, body: { ...before.body, last_updated } }
      if (part === 'annotation')
        saving.tellSaved({ about: 'restored', changes: [{ before: was, restored: reset(was), after }] })
      return shown(before)
    },
    actions: {
      edit: (record: EditableRecord<Body>, annotation: Body['annotation']) =>
        board.change(new Set([recordKey(record)]), (one) => edit(one, annotation)),
      validate: (record: EditableRecord<Body>, annotation: NonNullable<Body['annotation']>) => {
        saveAll('validated', [record], (one) => validate(one, annotation, username))
      },
      clear: (record: EditableRecord<Body>) => {
        saveAll('cleared', [record], resetAnnotations)
      },
      editAll: (annotate: (record: EditableRecord<Body>) => Body['annotation'] | undefined) => {
        const update: Update<Body> = (stored) => {
          // Unsaved edits of this page are included.
          const record = records.find((one) => recordKey(one) === recordKey(stored)) ?? stored
          const isDone = record.status === 'Validated' || record.status === 'Discarded'
          const annotation = isDone ? undefined : annotate(record)
          return annotation && { ...edit(record, { ...annotation, agent: agentName(username) }), isSelected: false }
        }
        const count = Math.min(results.matching ?? 0, MAX_RECORDS)
        setQuestion({
          what: 'edit',
          label: undefined,
          count,
          matching: results.matching,
          go: () => void changeAll('edit', 'edited', update),
        })
      },
      reset: (record: EditableRecord<Body>) => board.change(new Set([recordKey(record)]), reset),
    },

    validateChosen: () => withChosen('validate', 'validated', validated),
    discardChosen: () => withChosen('discard', 'discarded', discarded),
    clearChosen: () =>
      withChosen('clear', 'cleared', (record) => (parts.hasAnnotation(record) ? resetAnnotations(record) : undefined)),
    resetChosen: () => board.change(new Set(chosen.filter(isPending).map(recordKey)), reset),
    annotateChosen: (annotate: (record: EditableRecord<Body>) => Body['annotation'] | undefined, label: string) => {
      const annotated: Update<Body> = (record) => {
        const annotation = annotate(record)
        return annotation ? validate(record, annotation, username) : undefined
      }
      withChosen('annotate', 'validated', annotated, label)
    },
    editChosen: (annotate: (record: EditableRecord<Body>) => Body['annotation'] | undefined) => {
      const edited: Update<Body> = (record) => {
        const annotation = annotate(record)
        return annotation && edit(record, { ...annotation, agent: agentName(username) })
      }
      // Records of other pages cannot stay edited here: they are saved as such.
      if (isAll) withChosen('edit', 'edited', edited)
      else board.change(selection.ids, (record) => edited(record) ?? record)
    },
    /** Validate every edited record. @returns how many of them have nothing to validate */
    saveEdited: () => saveAll('validated', records.filter(isPending), validated),
  }

  function hasSomething(record: EditableRecord<Body>): boolean {
    return (
      parts.hasAnnotation(record) || Boolean(record.body.prediction) || parts.annotationToValidate(record) !== undefined
    )
  }
}

/** The records of the page with their unsaved edits. */
export type Explore<Body extends AnyRecordBody> = ReturnType<typeof useExplore<Body>>

/** Keep the edits of the page on this device until they are saved or discarded, so that a closed tab loses none. */
function useKeepOnDevice(edits: KeptEdits, place: TaskPlace, records: readonly EditableRecord[]): void {
  useEffect(() => {
    for (const record of records) {
      const key = outboxKey(place, recordKey(record))
      const kept = edits.find(key)
      if (!isPending(record)) {
        if (kept) edits.forget(key)
      } else if (kept?.annotation !== record.annotation || kept?.base?.updatedAt !== (record.body.last_updated ?? ''))
        edits.keepAnnotation(key, record.annotation, record.body.last_updated ?? '')
    }
  }, [edits, place, records])
}

/** A record with the edit kept by an earlier visit, unless the record has changed since. */
function withKeptEdit<Body extends AnyRecordBody>(
  edits: KeptEdits,
  place: TaskPlace,
  body: Body,
): EditableRecord<Body> | undefined {
  const record = openRecord(body)
  const kept = edits.find(outboxKey(place, recordKey(record)))
  if (kept?.annotation === undefined || kept?.base?.updatedAt !== body.last_updated) return undefined
  return edit(record, kept.annotation as Body['annotation'])
}

/** Drop edits that the user agreed to lose. */
function forgetEdits(edits: KeptEdits, place: TaskPlace, records: readonly EditableRecord[]): void {
  for (const record of records) if (isPending(record)) edits.forget(outboxKey(place, recordKey(record)))
}
