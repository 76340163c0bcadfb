import type { ReactNode } from 'react'
import { Popover as AriaPopover, Dialog, DialogTrigger } from 'react-aria-components'
import styles from './Popover.module.css'

interface PopoverProps {
  trigger: ReactNode
  /** Its name for screen readers. */
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  /** px */
  width?: number
  placement?: 'bottom start' | 'bottom end' | 'bottom' | 'top'
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A small sheet at a button, for filters and details. Escape and a click outside close it. */
export function Popover({
  trigger,
  label,
  children,
  width = 300,
  placement = 'bottom start',
  isOpen,
  onOpenChange,
}: PopoverProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      <AriaPopover
        className={styles.popover}
        placement={placement}
        offset={6}
        style={{ width }}
        // The dialog inside has the name; a name on the box around it would be read out as loose text.
        render={(dom) => <div {...dom} aria-labelledby={undefined} />}
      >
        <Dialog className={styles.dialog} aria-label={label}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  )
}
