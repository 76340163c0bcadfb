import type { MenuAction } from './ActionMenu.tsx'
import { MenuItem, MenuSheet } from './Menu.tsx'
import type { OpenMenu } from './MenuTrigger.tsx'

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
