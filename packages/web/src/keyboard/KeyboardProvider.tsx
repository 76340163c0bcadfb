import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { t } from '../i18n/index.ts'
import { lazy } from '../ui/loading/lazy.tsx'
import { EVERYWHERE } from './commands.ts'
import { runKeys } from './run-keys.ts'
import { commands, useCommand, useCommandRegistry } from './use-command.ts'

const CommandPalette = lazy(() => import('./CommandPalette.tsx').then((m) => m.CommandPalette))
const ShortcutSheet = lazy(() => import('./ShortcutSheet.tsx').then((m) => m.ShortcutSheet))

/** Ids of the two commands that list the others. */
export const OPEN_PALETTE = 'keyboard.palette'
export const OPEN_SHEET = 'keyboard.sheet'

export const KEYBOARD_COMMANDS = [
  {
    id: OPEN_PALETTE,
    label: t('keyboard.openPalette'),
    group: EVERYWHERE,
    keys: ['Mod+K'],
    isForText: true,
    isHidden: true,
  },
  { id: OPEN_SHEET, label: t('keyboard.openSheet'), group: EVERYWHERE, keys: ['?'] },
]
commands.define(KEYBOARD_COMMANDS)

/** Handles key presses for everything inside, and renders the palette and the shortcut sheet. */
export function KeyboardProvider({ children }: { children: ReactNode }) {
  const registry = useCommandRegistry()
  const [open, setOpen] = useState<'palette' | 'sheet'>()
  const close = () => setOpen(undefined)
  useCommand(OPEN_PALETTE, { run: () => setOpen('palette') })
  useCommand(OPEN_SHEET, { run: () => setOpen('sheet') })

  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => runKeys(registry, event)
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [registry])

  return (
    <>
      {children}
      <Suspense fallback={null}>
        {open === 'palette' && <CommandPalette onClose={close} onAway={close} />}
        {open === 'sheet' && <ShortcutSheet onClose={close} onAway={close} />}
      </Suspense>
    </>
  )
}
