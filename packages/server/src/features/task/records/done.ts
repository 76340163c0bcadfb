import { TASK_LIMITS } from '@postil/contract/task/constants'
import type { TaskDocument } from '@postil/domain/task-records/document'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import { microsOf } from '../../../db/clock'
import type { TaskRecordTable } from '../../../db/task-tables'

/** Who validated or discarded a record, and when. All null for other records. */
export type Done = Pick<TaskRecordTable, 'done_as' | 'done_by' | 'done_at'>

const NOT_DONE: Done = { done_as: null, done_by: null, done_at: null }

interface Writer {
  /** Null for a user who was deleted. */
  username: string | null
  /** As in the API. */
  now: string
}

/**
 * Who validated or discarded a record that is written. A validation is that of the agent of the annotation, who may be a program; what was
 * discarded, the writer has discarded. As long as neither status nor annotation changes, it stays as it was.
 */
export function doneBy(
  { username, now }: Writer,
  after: TaskDocument,
  before?: Done & { document: TaskDocument },
): Done {
  const { status, annotation } = after
  if (status !== 'Validated' && status !== 'Discarded') return NOT_DONE
  if (before?.document.status === status && annotationText(before.document) === annotationText(after))
    return { done_as: before.done_as, done_by: before.done_by, done_at: before.done_at }
  return {
    done_as: status,
    done_by: status === 'Validated' ? (agentOf(annotation) ?? username) : username,
    done_at: microsOf(now),
  }
}

/** Who did it, as far as the record itself tells. */
export function doneAsStored(document: TaskDocument): Done {
  const { last_updated, annotation } = document
  if (last_updated === undefined) return NOT_DONE
  const done = doneBy({ username: null, now: last_updated }, document)
  return done.done_as === null ? done : { ...done, done_by: agentOf(annotation) ?? null }
}

/** Names in `annotations` have no limit, but an index of the store has. */
function agentOf(annotation: TaskDocument['annotation']): string | undefined {
  const agent = annotation?.agent
  return agent === undefined ? undefined : [...agent].slice(0, TASK_LIMITS.agentLength).join('')
}

function annotationText({ annotation }: TaskDocument): string {
  return exactJsonText({ annotation })
}
