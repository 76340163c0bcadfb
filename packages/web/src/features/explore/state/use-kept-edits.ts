import type { AnyRecordBody } from '@postil/contract/task/records'
import { type EditableRecord, openRecord, recordKey } from '@postil/domain/task-editing/record'
import { edit, isPending } from '@postil/domain/task-editing/transitions'
import { useEffect } from 'react'
import type { TaskPlace } from '../../../api/classic/task-records.ts'
import type { KeptEdits } from '../../../local/edits.ts'
import { outboxKey } from './use-saving.ts'

/** Keep the edits of the page on this device until they are saved or discarded, so that a closed tab loses none. */
export function useKeptEdits(edits: KeptEdits, place: TaskPlace, records: readonly EditableRecord[]): void {
  useEffect(() => {
    for (const record of records) {
      const key = outboxKey(place, recordKey(record))
      const kept = edits.find(key)
      if (!isPending(record)) {
        if (kept) edits.forget(key)
      } else if (kept?.annotation !== record.annotation)
        edits.keepAnnotation(key, record.annotation, record.body.last_updated ?? '')
    }
  }, [edits, place, records])
}

/** A record with the edit kept by an earlier visit, unless the record has changed since. */
export function withKeptEdit<Body extends AnyRecordBody>(
  edits: KeptEdits,
  place: TaskPlace,
  body: Body,
): EditableRecord<Body> | undefined {
  const record = openRecord(body)
  const kept = edits.find(outboxKey(place, recordKey(record)))
  if (kept?.annotation === undefined || kept.base?.updatedAt !== body.last_updated) return undefined
  return edit(record, kept.annotation as Body['annotation'])
}

/** Drop edits that the user agreed to lose. */
export function forgetEdits(edits: KeptEdits, place: TaskPlace, records: readonly EditableRecord[]): void {
  for (const record of records) if (isPending(record)) edits.forget(outboxKey(place, recordKey(record)))
}
