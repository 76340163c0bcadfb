import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Popover as AriaPopover, Dialog, DialogTrigger } from 'react-aria-components'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../controls/IconButton.tsx'
import styles from './Tooltip.module.css'

/** Spec section 9. */
const TOOLTIP_WIDTH_PX = 208
const TOOLTIP_MAX_WIDTH_PX = 420
const TOOLTIP_OFFSET_PX = 8

interface TooltipProps {
  /** The button whose click opens it. */
  trigger: ReactNode
  /** Accessible name. */
  label: string
  children: ReactNode
  /** px; it grows with its text up to 420. */
  width?: number
}

/**
 * A note below its anchor, opened by a click. A second click, Escape, a click outside or scrolling of a container around the
 * anchor closes it.
 */
export function Tooltip({ trigger, label, children, width = TOOLTIP_WIDTH_PX }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const note = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const isInside = (event: Event) => event.target instanceof Node && note.current?.contains(event.target)
    const isAnchor = (event: Event) => event.target instanceof Node && anchor.current?.contains(event.target)
    const handleClick = (event: Event) => !isInside(event) && !isAnchor(event) && setOpen(false)
    const isAround = (event: Event) => event.target instanceof Node && event.target.contains(anchor.current)
    const handleScroll = (event: Event) => isAround(event) && setOpen(false)
    document.addEventListener('pointerdown', handleClick, true)
    document.addEventListener('scroll', handleScroll, true)
    return () => {
      document.removeEventListener('pointerdown', handleClick, true)
      document.removeEventListener('scroll', handleScroll, true)
    }
  }, [isOpen])

  // Open in the next frame: the last event of a scroll that the click ended would close it again.
  const handleOpenChange = (open: boolean) => {
    if (open) requestAnimationFrame(() => setOpen(true))
    else setOpen(false)
  }

  return (
    <span ref={anchor} className={styles.anchor}>
      <DialogTrigger isOpen={isOpen} onOpenChange={handleOpenChange}>
        {trigger}
        <AriaPopover
          ref={note}
          isNonModal
          placement="bottom"
          offset={TOOLTIP_OFFSET_PX}
          className={styles.tooltip}
          style={{ minWidth: width, maxWidth: `min(${Math.max(width, TOOLTIP_MAX_WIDTH_PX)}px, calc(100vw - 24px))` }}
        >
          <Dialog className={styles.dialog} aria-label={label}>
            <div className={styles.body}>{children}</div>
            <IconButton
              icon={X}
              label={t('ui.close')}
              size="tiny"
              className={styles.close}
              onPress={() => setOpen(false)}
            />
          </Dialog>
        </AriaPopover>
      </DialogTrigger>
    </span>
  )
}
