import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import styles from './Resizer.module.css'

const STEP_PX = 16
const MIN_SHARE = 0.25
const MAX_SHARE = 0.7

interface ResizerProps {
  /** The first panel's share of the size, 0–1. */
  share: number
  onChange: (share: number) => void
  /** The share that a double click restores. */
  defaultShare?: number
  /** Orientation of the line: vertical between two columns, horizontal between two rows. */
  orientation?: 'vertical' | 'horizontal'
  label?: string
  minShare?: number
  maxShare?: number
  /** Id of the panel it sizes. */
  controls?: string
}

/**
 * A draggable line between two panels. Arrow keys move it by 16 px, Home and End to its limits; a double click or Enter
 * resets it.
 */
export function Resizer({
  share,
  onChange,
  defaultShare = 0.6,
  orientation = 'vertical',
  label = t('ui.resize'),
  minShare = MIN_SHARE,
  maxShare = MAX_SHARE,
  controls,
}: ResizerProps) {
  const line = useRef<HTMLDivElement>(null)
  const isUpright = orientation === 'vertical'
  const move = (next: number) => onChange(Math.min(maxShare, Math.max(minShare, next)))

  const whole = () => {
    const box = line.current?.parentElement?.getBoundingClientRect()
    if (!box) return { start: 0, length: 1 }
    return isUpright ? { start: box.left, length: box.width || 1 } : { start: box.top, length: box.height || 1 }
  }

  const handlePointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { start, length } = whole()
    move(((isUpright ? event.clientX : event.clientY) - start) / length)
  }

  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = shareOfKey(event.key, isUpright, share, STEP_PX / whole().length)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move(next === 'default' ? defaultShare : next === 'least' ? minShare : next === 'most' ? maxShare : next)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be focused and moved
    <div
      ref={line}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-controls={controls}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={Math.round(minShare * 100)}
      aria-valuemax={Math.round(maxShare * 100)}
      className={styles.resizer}
      data-orientation={orientation}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.focus()
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={handlePointerMove}
      onDoubleClick={() => move(defaultShare)}
      onKeyDown={handleKeyDown}
    />
  )
}

function shareOfKey(key: string, isUpright: boolean, share: number, step: number) {
  if (key === (isUpright ? 'ArrowLeft' : 'ArrowUp')) return share - step
  if (key === (isUpright ? 'ArrowRight' : 'ArrowDown')) return share + step
  if (key === 'Home') return 'least'
  if (key === 'End') return 'most'
  return key === 'Enter' ? 'default' : undefined
}
