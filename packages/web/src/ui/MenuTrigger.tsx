import { type ReactNode, type RefObject, Suspense, useRef } from 'react'
import { useMenuTrigger } from 'react-aria/useMenu'
import { ButtonContext } from 'react-aria-components/Button'
import { type MenuTriggerState, useMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { useOpened } from './use-opened.ts'

/** State of an open menu, passed from its trigger to the `MenuSheet`. */
export interface OpenMenu {
  state: MenuTriggerState
  anchor: RefObject<HTMLButtonElement | null>
  list: ReturnType<typeof useMenuTrigger<object>>['menuProps']
  /** Close it at once, for code that cannot be loaded. */
  leave: () => void
}

interface MenuTriggerProps {
  /** The button that opens the menu. */
  trigger: ReactNode
  /** The menu; its code may be loaded lazily. */
  children: (menu: OpenMenu) => ReactNode
}

/** A button with a menu behind it: a press or an arrow key opens it. */
export function MenuTrigger({ trigger, children }: MenuTriggerProps) {
  const state = useMenuTriggerState({})
  const anchor = useRef<HTMLButtonElement>(null)
  const { menuTriggerProps, menuProps } = useMenuTrigger<object>({}, state, anchor)
  const { wasOpened, leave } = useOpened(state)
  return (
    <>
      <ButtonContext value={{ ...menuTriggerProps, ref: anchor, isPressed: state.isOpen }}>{trigger}</ButtonContext>
      {wasOpened && <Suspense fallback={null}>{children({ state, anchor, list: menuProps, leave })}</Suspense>}
    </>
  )
}
