import { type ReactNode, useMemo, useState } from 'react'
import { SpanContext } from './span-context.ts'

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
