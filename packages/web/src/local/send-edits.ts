import type { OutboxEntry, RecordEdit } from '@postil/domain/outbox/entry'
import { isEditDone, type Reply } from '@postil/domain/outbox/outcome'
import { ApiError } from '@postil/sdk/errors'
import { saveTaskEdits, searchTaskRecords } from '../api/classic/task-records.ts'
import { patience } from '../api/client.ts'
import { causeOf, replyOf } from '../api/errors.ts'

/** Sends edits of one dataset. @returns the reply to each, by the entry's id */
export type SendEdits = (entries: readonly OutboxEntry[]) => Promise<ReadonlyMap<string, Reply>>

/**
 * Send edits in one request. On a conflict the changed records are fetched, and the others are sent again without them. When the server
 * rejects one of them, each user action is sent by itself, so that none fails because of another. Never throws: a failure is a reply,
 * too.
 */
export const sendEdits: SendEdits = async (entries) => {
  const replies = new Map<string, Reply>()
  let open = entries
  // Terminates, since each round leaves out at least one record.
  for (let first = open[0]; first?.edit; first = open[0]) {
    const { edit } = first
    try {
      // An idempotency key for exactly these entries: the key of the larger request was used already.
      const updatedAt = await saveTaskEdits(edit, open.map(toRecord), `${first.id}.edit.${open.length}`)
      for (const { id, recordId } of open) replies.set(id, doneReply(recordId, updatedAt))
      return replies
    } catch (error) {
      const changed = changedIn(open, error)
      const gestures = byGesture(open)
      if (changed.length === 0 && gestures.length > 1 && isRefusal(error)) {
        for (const gesture of gestures) for (const [id, reply] of await sendEdits(gesture)) replies.set(id, reply)
        return replies
      }
      if (changed.length === 0) {
        for (const { id } of open) replies.set(id, replyOf(error))
        return replies
      }
      for (const [id, reply] of await lookUp(edit, changed)) replies.set(id, reply)
      open = open.filter((entry) => !changed.includes(entry))
    }
  }
  return replies
}

function byGesture(entries: readonly OutboxEntry[]): readonly (readonly OutboxEntry[])[] {
  const gestures = new Map<string, OutboxEntry[]>()
  for (const entry of entries) {
    const gesture = entry.edit?.gesture ?? ''
    gestures.set(gesture, [...(gestures.get(gesture) ?? []), entry])
  }
  return [...gestures.values()]
}

/** Whether the server rejects the records themselves; any other failure is temporary or about the user's rights. */
function isRefusal(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof ApiError && [400, 413, 422].includes(cause.status)
}

function toRecord({ edit, basedOn }: OutboxEntry): object {
  return { ...edit?.record, last_updated: basedOn }
}

function doneReply(recordId: string, updatedAt: string | undefined): Reply {
  return { kind: 'done', version: updatedAt === undefined ? null : { id: recordId, updatedAt } }
}

/** The edits whose records the server reports as changed; all edits, if the reply contains no ids. */
function changedIn(entries: readonly OutboxEntry[], error: unknown): readonly OutboxEntry[] {
  const cause = causeOf(error)
  if (!(cause instanceof ApiError) || cause.status !== 409) return []
  const params: unknown = Reflect.get(Object(cause.detail), 'params')
  const ids: unknown = Reflect.get(Object(params), 'ids')
  const named = new Set(Array.isArray(ids) ? ids.map(String) : [])
  const changed = entries.filter(({ edit }) => edit && named.has(String(edit.record.id)))
  return changed.length > 0 ? changed : entries
}

/**
 * If the record already has the edit, the reply to an earlier attempt was lost: count it as saved. Otherwise the server's version wins, or
 * the record was deleted.
 */
async function lookUp(place: RecordEdit, entries: readonly OutboxEntry[]): Promise<Map<string, Reply>> {
  try {
    const ids = entries.flatMap(({ edit }) => (edit ? [edit.record.id] : []))
    const { records } = await searchTaskRecords(place, {
      query: { ids },
      sort: [],
      from: 0,
      limit: ids.length,
      signal: patience(),
    })
    const found = new Map(records.map((record) => [String(record.id), record]))
    return new Map(
      entries.flatMap(({ id, recordId, edit }) => {
        const record = edit && found.get(String(edit.record.id))
        const isDone = edit && record && isEditDone(edit, record)
        const reply: Reply = isDone
          ? doneReply(recordId, record.last_updated ?? undefined)
          : { kind: 'error', status: record ? 409 : 404, messages: [] }
        return [[id, reply]]
      }),
    )
  } catch (error) {
    return new Map(entries.map(({ id }) => [id, replyOf(error)]))
  }
}
