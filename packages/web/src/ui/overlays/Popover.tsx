import { type ReactNode, Suspense, useMemo, useRef } from 'react'
import { useOverlayTrigger } from 'react-aria/useOverlayTrigger'
import { ButtonContext } from 'react-aria-components/Button'
import { useOverlayTriggerState } from 'react-stately/useOverlayTriggerState'
import { useOpened } from '../browser/use-opened.ts'
import { useStableCallback } from '../browser/use-stable-callback.ts'
import { lazy } from '../loading/lazy.tsx'

// Loaded after the page: the user opens it.
const PopoverSheet = lazy(() => import('./PopoverSheet.tsx').then((m) => m.PopoverSheet))

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactNode
  /** Accessible name. */
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  /** px */
  width?: number
  placement?: 'bottom start' | 'bottom end' | 'bottom' | 'top'
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A small sheet at a button, for filters and details. Escape and a click outside close it. */
export function Popover({ trigger, label, children, width = 300, placement = 'bottom start', ...open }: PopoverProps) {
  const state = useOverlayTriggerState(open)
  const button = useRef<HTMLButtonElement>(null)
  const { triggerProps, overlayProps } = useOverlayTrigger({ type: 'dialog' }, state, button)
  const { wasOpened, leave } = useOpened(state)
  const { isOpen } = state
  const toggle = useStableCallback(state.toggle)
  // Memoised: the button re-renders only when the sheet opens or closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: all that changes in the other properties follows `isOpen`
  const context = useMemo(() => ({ ...triggerProps, onPress: toggle, ref: button, isPressed: isOpen }), [isOpen])
  return (
    <>
      <ButtonContext value={context}>{trigger}</ButtonContext>
      {wasOpened && (
        <Suspense fallback={null}>
          <PopoverSheet {...{ state, label, width, placement }} id={overlayProps.id} anchor={button} onAway={leave}>
            {children}
          </PopoverSheet>
        </Suspense>
      )}
    </>
  )
}
