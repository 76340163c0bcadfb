import { type EventBody, eventRoutes } from '@postil/contract/events'
import { wireTime } from '../../db/clock'
import type { EventTable } from '../../db/tables'
import { readTail } from '../../events/tail'
import { rawJson } from '../../http/bodies/raw-json'
import { handle } from '../../http/calls/handle'

/** Handlers of the log of all changes. */
export const eventHandlers = handle(eventRoutes, {
  listEvents: async ({ db, query }) => {
    const rows = await readTail(db, query.after, query.limit)
    return { items: rows.map(eventToWire), next: Number(rows.at(-1)?.seq ?? query.after) }
  },
})

function eventToWire({ seq, at, before, after, ...rest }: EventTable): EventBody {
  return {
    seq: Number(seq),
    at: wireTime(Number(at)),
    ...rest,
    before: before === null ? null : rawJson(before),
    after: after === null ? null : rawJson(after),
  }
}
