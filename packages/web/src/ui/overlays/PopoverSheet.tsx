import type { ReactNode, RefObject } from 'react'
import { Popover as AriaPopover, Dialog } from 'react-aria-components'
import type { OverlayTriggerState } from 'react-stately/useOverlayTriggerState'
import menuStyles from './Menu.module.css'
import styles from './Popover.module.css'

interface PopoverSheetProps {
  state: OverlayTriggerState
  anchor: RefObject<HTMLButtonElement | null>
  id: string | undefined
  label: string
  /** px */
  width: number
  placement: 'bottom start' | 'bottom end' | 'bottom' | 'top'
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** What a `Popover` shows when it is open. */
export function PopoverSheet({ state, anchor, id, label, width, placement, children }: PopoverSheetProps) {
  return (
    <AriaPopover
      isOpen={state.isOpen}
      onOpenChange={state.setOpen}
      trigger="DialogTrigger"
      triggerRef={anchor}
      className={menuStyles.popover}
      placement={placement}
      offset={6}
      style={{ width, maxWidth: 'calc(100% - 16px)' }}
      // The dialog inside has the accessible name; a name on the wrapper would be read out as loose text.
      render={(dom) => <div {...dom} aria-labelledby={undefined} />}
    >
      <Dialog id={id} className={styles.dialog} aria-label={label}>
        {typeof children === 'function' ? children(state.close) : children}
      </Dialog>
    </AriaPopover>
  )
}
