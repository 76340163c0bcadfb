import type { AnyRecordBody } from '@postil/contract/task/records'
import { type EditableRecord, openRecord, recordKey } from '@postil/domain/task-editing/record'
import { useState } from 'react'

/** The records of the page in their local state. */
export interface Board<Body extends AnyRecordBody> {
  records: readonly EditableRecord<Body>[]
  /** Replace records by their keys; the rest is unchanged. */
  change: (keys: ReadonlySet<string>, update: (record: EditableRecord<Body>) => EditableRecord<Body>) => void
}

/**
 * The local state of a page's records. Reset to the server's state when another page is loaded.
 *
 * @param open - the initial state of a record, for one with changes still being sent
 */
export function useBoard<Body extends AnyRecordBody>(
  bodies: readonly Body[] | undefined,
  open: (body: Body) => EditableRecord<Body> = openRecord,
): Board<Body> {
  const [held, setHeld] = useState<{ bodies: typeof bodies; records: readonly EditableRecord<Body>[] }>({
    bodies: undefined,
    records: [],
  })
  let { records } = held
  if (bodies !== held.bodies) {
    records = (bodies ?? []).map(open)
    setHeld({ bodies, records })
  }
  return {
    records,
    change: (keys, update) =>
      setHeld((now) => ({
        ...now,
        records: now.records.map((record) => (keys.has(recordKey(record)) ? update(record) : record)),
      })),
  }
}
