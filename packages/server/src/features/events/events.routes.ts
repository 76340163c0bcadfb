import { type EventBody, eventRoutes } from '@postil/contract/events'
import { wireTime } from '../../db/clock'
import { readTail, type StoredEvent } from '../../events/read-tail'
import { rawJson } from '../../http/bodies/raw-json'
import { handle } from '../../http/calls/handle'

/** Handlers of the log of all changes. */
export const eventHandlers = handle(eventRoutes, {
  listEvents: async ({ db, query }) => {
    const rows = await readTail(db, query.after, query.limit)
    return { items: rows.map(eventToWire), next: rows.at(-1)?.seq ?? query.after }
  },
})

function eventToWire({ seq, at, before, after, ...rest }: StoredEvent): EventBody {
  return {
    seq,
    at: wireTime(at),
    ...rest,
    before: before === null ? null : rawJson(before),
    after: after === null ? null : rawJson(after),
  }
}
