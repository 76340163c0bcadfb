import { useEffect, useRef } from 'react'
import { useInView } from './use-in-view.ts'

/** Rows rendered at first, and added whenever the user scrolls near the end. */
export const STEP = 50

/** Height of the row, so that it can come into view. */
const HEIGHT_PX = 56

interface MoreRowsProps {
  /** Render more rows, and this with another key. */
  onSeen: () => void
}

/** A row after the rendered ones: more are rendered when it comes near the viewport. */
export function MoreRows({ onSeen }: MoreRowsProps) {
  const line = useRef<HTMLTableRowElement>(null)
  const isSeen = useInView(line)
  useEffect(() => {
    if (isSeen) onSeen()
  })
  return (
    <tr ref={line}>
      {/* Not as wide as the table: a span over columns that a narrow viewport hides would add empty ones, which take the room of the names. */}
      <td style={{ height: HEIGHT_PX }} />
    </tr>
  )
}
