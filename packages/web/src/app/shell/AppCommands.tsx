import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../features/session/session.ts'
import { t } from '../../i18n/index.ts'
import { EVERYWHERE } from '../../keyboard/commands.ts'
import { commands, useCommand, useCommandRegistry } from '../../keyboard/use-command.ts'
import { theme, useChoice } from '../../ui/browser/theme.ts'

const GO = 'go'
const LOOK = 'look'

const APP_COMMANDS = [
  { id: 'go.datasets', label: t('keyboard.goDatasets'), group: GO },
  { id: 'go.userSettings', label: t('keyboard.goUserSettings'), group: GO },
  { id: 'go.guides', label: t('keyboard.goGuides'), group: GO },
  { id: 'look.light', label: t('keyboard.themeLight'), group: LOOK },
  { id: 'look.dark', label: t('keyboard.themeDark'), group: LOOK },
  { id: 'look.system', label: t('keyboard.themeSystem'), group: LOOK },
  { id: 'session.signOut', label: t('keyboard.signOut'), group: EVERYWHERE },
]
commands.define(APP_COMMANDS)

/** Commands available on every signed-in screen. */
export function AppCommands() {
  const navigate = useNavigate()
  const { signOut } = useSession()
  const chosen = useChoice(theme)
  const registry = useCommandRegistry()
  const client = useQueryClient()
  useEffect(() => {
    registry.loadPlaces = async () => {
      const { datasetPlaces } = await import('./dataset-places.ts')
      return datasetPlaces(client, (path) => void navigate(path))
    }
    return () => {
      registry.loadPlaces = undefined
    }
  }, [registry, client, navigate])
  useCommand('go.datasets', { run: () => void navigate('/datasets') })
  useCommand('go.userSettings', { run: () => void navigate('/user-settings') })
  useCommand('go.guides', { run: () => void navigate('/guides') })
  useCommand('look.light', { run: () => theme.set('light'), isEnabled: chosen !== 'light' })
  useCommand('look.dark', { run: () => theme.set('dark'), isEnabled: chosen !== 'dark' })
  useCommand('look.system', { run: () => theme.set('system'), isEnabled: chosen !== 'system' })
  useCommand('session.signOut', { run: () => void signOut() })
  return null
}
