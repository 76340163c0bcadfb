import type { ReactNode } from 'react'
import { lazy } from '../loading/lazy.tsx'
import type { MenuAction } from './ActionMenuSheet.tsx'
import { MenuTrigger } from './MenuTrigger.tsx'

// The button is rendered before the menu's code is loaded.
const ActionMenuSheet = lazy(() => import('./ActionMenuSheet.tsx').then((m) => m.ActionMenuSheet))

interface ActionMenuProps {
  /** Accessible name. */
  label: string
  /** The button that opens it. */
  trigger: ReactNode
  actions: readonly MenuAction[]
}

/** Plain actions behind a button; the code of the menu is loaded after the page's. */
export function ActionMenu({ label, trigger, actions }: ActionMenuProps) {
  return (
    <MenuTrigger trigger={trigger}>
      {(menu) => <ActionMenuSheet menu={menu} label={label} actions={actions} onAway={menu.leave} />}
    </MenuTrigger>
  )
}
