import { createContext, useContext } from 'react'

/** What a marked text offers to its question. */
export interface SpanTarget {
  /** Give what is selected a label. @returns whether something was selected */
  label: (label: string) => boolean
  focus: () => void
}

/** Joins each span question and the text it is about, which stand in different columns. */
export interface SpanDesk {
  /** The label that a selection gets at once, per question; it stays from record to record. */
  activeLabels: ReadonlyMap<string, string>
  activate: (question: string, label: string | undefined) => void
  /** The label given last, per question. */
  lastLabels: Map<string, string>
  targets: Map<string, SpanTarget>
}

export const SpanContext = createContext<SpanDesk | null>(null)

/** The desk. Throws outside of it. */
export function useSpanDesk(): SpanDesk {
  const desk = useContext(SpanContext)
  if (!desk) throw new Error('A span question needs a SpanDeskProvider')
  return desk
}
