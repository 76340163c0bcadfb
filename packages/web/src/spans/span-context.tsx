import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** What a marked text lets its question do. */
interface SpanTarget {
  /** Mark the selection with a label. @returns whether something was selected */
  label: (label: string) => boolean
  focus: () => void
}

/** Connects each span question with the text it is about, which is rendered in another column. */
export interface SpanContextValue {
  /** The active label per question, which a selection gets at once; kept from record to record. */
  activeLabels: ReadonlyMap<string, string>
  activate: (question: string, label: string | undefined) => void
  /** The label used last, per question. */
  lastLabels: Map<string, string>
  targets: Map<string, SpanTarget>
}

const SpanContext = createContext<SpanContextValue | null>(null)

/** Provides the context to the text and the questions of one dataset's records. */
export function SpanContextProvider({ children }: { children: ReactNode }) {
  const [activeLabels, setActive] = useState<ReadonlyMap<string, string>>(new Map())
  const [refs] = useState(() => ({ lastLabels: new Map<string, string>(), targets: new Map() }))
  const context = useMemo(
    () => ({
      ...refs,
      activeLabels,
      activate: (question: string, label: string | undefined) =>
        setActive((now) => {
          const others = [...now].filter(([name]) => name !== question)
          return new Map(label === undefined ? others : [...others, [question, label]])
        }),
    }),
    [activeLabels, refs],
  )
  return <SpanContext value={context}>{children}</SpanContext>
}

/** The context. Throws outside its provider. */
export function useSpanContext(): SpanContextValue {
  const context = useContext(SpanContext)
  if (!context) throw new Error('A span question needs a SpanContextProvider')
  return context
}
