import { EVENTS, type EventKind } from '../events/catalogue'

interface LoggedEvent {
  kind: string
  before: string | null
  after: string | null
}

/** Describes each event that does not have the shape given in the catalogue. */
export function eventProblems(rows: readonly LoggedEvent[]): string[] {
  return rows.flatMap((row) => {
    const known: { before?: Shape; after?: Shape } | undefined = EVENTS[row.kind as EventKind]
    if (!known) return [`${row.kind} is in no catalogue`]
    return (['before', 'after'] as const).flatMap((side) => {
      const text = row[side]
      if (text === null) return []
      const shape = known[side]
      if (!shape) return [`${row.kind} has no ${side}, and yet there is ${text}`]
      const { success, error } = shape.safeParse(JSON.parse(text))
      return success ? [] : [`${row.kind}, ${side}: ${error?.message}`]
    })
  })
}

interface Shape {
  safeParse(value: unknown): { success: boolean; error?: { message: string } | undefined }
}
