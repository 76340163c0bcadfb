import type { LucideIcon } from 'lucide-react'
import { MenuItem, MenuSheet } from './Menu.tsx'
import type { OpenMenu } from './MenuTrigger.tsx'

/** One action of an `ActionMenu`. */
export interface MenuAction {
  label: string
  icon?: LucideIcon
  isDisabled?: boolean
  onAction?: () => void
}

interface ActionMenuSheetProps {
  menu: OpenMenu
  label: string
  actions: readonly MenuAction[]
}

/** What an `ActionMenu` shows when it is open. */
export function ActionMenuSheet({ menu, label, actions }: ActionMenuSheetProps) {
  return (
    <MenuSheet menu={menu} label={label}>
      {actions.map(({ label: words, ...action }) => (
        <MenuItem key={words} {...action}>
          {words}
        </MenuItem>
      ))}
    </MenuSheet>
  )
}
