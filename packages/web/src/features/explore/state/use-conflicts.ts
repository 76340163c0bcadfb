import type { AnyRecordBody } from '@postil/contract/task/records'
import { isEditDone } from '@postil/domain/outbox/index'
import type { SavedAs } from '@postil/domain/task-editing/notices'
import { openRecord } from '@postil/domain/task-editing/record'
import { useMemo } from 'react'
import type { TaskPlace } from '../../../api/classic/task-records.ts'
import type { Outbox } from '../../../local/outbox.ts'
import { useAllRefused } from '../../../local/use-outbox.ts'
import { type Changed, datasetKey, fetchTheirs, type Problem, type Saving } from './saving.ts'
import type { Board } from './use-board.ts'

/** The edits of a dataset that were refused, and the two decisions about them: save them anyway, or keep what the server has. */
export function useConflicts<Body extends AnyRecordBody>(
  place: TaskPlace,
  outbox: Outbox,
  board: Board<Body>,
  save: (saving: Saving<Body>) => Promise<unknown>,
) {
  const refused = useAllRefused(outbox)

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
    const ids = chosen.map(({ edit }) => edit.record.id)
    const theirs = await fetchTheirs(place, board, ids)
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
      return [{ before, restored: before, after }]
    })
    if (changes.length === 0) return
    void save({ about: aboutOf(changes), changes })
  }

  /** Drop refused edits. */
  const dismiss = async (chosen: readonly Problem[]) => {
    await Promise.all(chosen.map(({ entryId }) => outbox.dismiss(entryId)))
  }

  return {
    /** What was not saved, by record key. */
    problems,
    saveAnyway,
    dismiss,
  }
}

/** What a change makes of its records. */
function aboutOf(changes: readonly Changed<AnyRecordBody>[]): SavedAs {
  if (changes.every(({ after }) => after.status === 'Validated')) return 'validated'
  return changes.every(({ after }) => after.status === 'Discarded') ? 'discarded' : 'edited'
}
