import { type ReactNode, type RefObject, Suspense, useRef } from 'react'
import { useOverlayTrigger } from 'react-aria/useOverlayTrigger'
import { ButtonContext, type ButtonProps } from 'react-aria-components/Button'
import { type MenuTriggerState, useMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { useOpened } from '../browser/use-opened.ts'

/** State of an open menu, passed from its trigger to the `MenuSheet`. */
export interface OpenMenu {
  state: MenuTriggerState
  anchor: RefObject<HTMLButtonElement | null>
  list: { id: string | undefined; autoFocus: true | 'first' | 'last'; onClose: () => void }
  /** Close it at once, for code that cannot be loaded. */
  leave: () => void
}

interface MenuTriggerProps {
  /** The button that opens the menu. */
  trigger: ReactNode
  /** The menu; its code may be loaded lazily. */
  children: (menu: OpenMenu) => ReactNode
}

/**
 * A button that opens a menu by a press or an arrow key. The library's `useMenuTrigger` also supports long presses
 * and context menus, whose code every page would have to load.
 */
export function MenuTrigger({ trigger, children }: MenuTriggerProps) {
  const state = useMenuTriggerState({})
  const anchor = useRef<HTMLButtonElement>(null)
  const { triggerProps, overlayProps } = useOverlayTrigger({ type: 'menu' }, state, anchor)
  const { wasOpened, leave } = useOpened(state)
  const button: ButtonProps & { ref: typeof anchor; isPressed: boolean } = {
    ...triggerProps,
    ref: anchor,
    isPressed: state.isOpen,
    onPress: ({ pointerType }) =>
      state.toggle(pointerType === 'keyboard' || pointerType === 'virtual' ? 'first' : null),
    onKeyDown: (event) => {
      // Other keys belong to the page.
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return event.continuePropagation()
      event.preventDefault()
      state.open(event.key === 'ArrowDown' ? 'first' : 'last')
    },
  }
  const list = { id: overlayProps.id, autoFocus: state.focusStrategy ?? true, onClose: state.close } as const
  return (
    <>
      <ButtonContext value={button}>{trigger}</ButtonContext>
      {wasOpened && <Suspense fallback={null}>{children({ state, anchor, list, leave })}</Suspense>}
    </>
  )
}
