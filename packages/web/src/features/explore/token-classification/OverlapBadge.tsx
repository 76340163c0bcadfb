import { t } from '../../../i18n/areas/explore.ts'
import type { OverlapBadgeProps } from '../../../spans/TextChunk.tsx'
import styles from './tokens.module.css'

/** Counts overlapping marks, of which only one is visible; a click shows all. By keyboard, Enter on the marks does the same. */
export function OverlapBadge({ range, marks, labels, onOverlap }: OverlapBadgeProps) {
  const names = marks.map(({ label }) => labels.get(label)?.text ?? label).join(', ')
  const words = t('explore.tokens.overlap', { count: marks.length, labels: names })
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.badge}
      aria-label={words}
      title={words}
      data-count={marks.length}
      // A click here must not select text.
      onPointerDown={(event) => event.stopPropagation()}
      onPointerUp={(event) => event.stopPropagation()}
      onClick={() => onOverlap(range, marks)}
    />
  )
}
