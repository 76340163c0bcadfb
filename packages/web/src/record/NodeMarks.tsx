import { type ReactNode, useEffect, useRef } from 'react'
import type { FindRanges, RecordField } from './record-parts.ts'

interface NodeMarksProps {
  field: RecordField
  /** Undefined without a text query. */
  findRanges: FindRanges | undefined
  children: ReactNode
}

/** Marks the matches of a query in text rendered by other components: Markdown, a text with spans. */
export function NodeMarks({ field, findRanges, children }: NodeMarksProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => (box.current ? findRanges?.markIn(box.current, field) : undefined), [field, findRanges])
  return (
    <div ref={box} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}
