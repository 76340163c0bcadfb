import type { AnyRecordBody } from '@postil/contract/task/records'
import { type EditableRecord, openRecord, recordKey } from '@postil/domain/task-editing/record'
import { useState } from 'react'

/** The records of the page as the user works on them. */
export interface Board<Body extends AnyRecordBody> {
  records: readonly EditableRecord<Body>[]
  /** Change records by their keys; the others stay. */
  change: (keys: ReadonlySet<string>, update: (record: EditableRecord<Body>) => EditableRecord<Body>) => void
}

/**
 * Hold the records of a page while it is open. They begin as the server has them, and anew when it brings another page.
 *
 * @param open - how a record begins, when something of it is still on its way to the server
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
