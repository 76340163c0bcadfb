import { Pencil, RotateCcw } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '../i18n/areas/notices.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { KeyCap } from '../ui/display/KeyCap.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { type Command, type CommandRegistry, EVERYWHERE } from './commands.ts'
import { findConflict } from './find-conflict.ts'
import { type Keys, keysOfPress } from './keys.ts'
import { partsOnScreen } from './part-keys.ts'
import styles from './ShortcutSheet.module.css'
import { useCommandRegistry } from './use-command.ts'

/**
 * The `?` sheet: all commands with their keys, those of the open screen first, each changeable; then the other keys
 * of the parts on the screen.
 */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const registry = useCommandRegistry()
  useSyncExternalStore(registry.subscribe, registry.getVersion)
  const recorder = useKeyRecorder(registry)
  const [parts] = useState(partsOnScreen)
  const commands = registry.list().filter((command) => command.keys.length > 0 || registry.isRemapped(command.id))
  const groups = [...new Set([...commands].sort(byBound).map((command) => command.group))]

  return (
    <Dialog title={t('keyboard.sheet')} isOpen onClose={onClose} width={760}>
      <p className={styles.hint}>{t('keyboard.sheetHint')}</p>
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group} className={styles.group} aria-label={groupName(group)}>
            <h3 className={styles.heading}>{groupName(group)}</h3>
            <ul className={styles.rows}>
              {commands
                .filter((command) => command.group === group)
                .map((command) => (
                  <li key={command.id} className={styles.row}>
                    <span className={styles.name}>{command.label}</span>
                    <CommandKeys command={command} recorder={recorder} />
                    {registry.isRemapped(command.id) && (
                      <IconButton
                        icon={RotateCcw}
                        size="tiny"
                        label={t('keyboard.reset', { command: command.label })}
                        onPress={({ target }) => {
                          // This button disappears: focus the next one, since Escape closes the dialog only while the
                          // focus is inside.
                          if (target.nextElementSibling instanceof HTMLElement) target.nextElementSibling.focus()
                          registry.setKeys(command.id, undefined)
                        }}
                      />
                    )}
                    <IconButton
                      icon={Pencil}
                      size="tiny"
                      label={t('keyboard.change', { command: command.label })}
                      isActive={recorder.id === command.id}
                      onPress={() => recorder.start(command.id)}
                    />
                  </li>
                ))}
            </ul>
          </section>
        ))}
        {parts.map(({ title, rows }) => (
          <section key={title} className={styles.group} aria-label={title}>
            <h3 className={styles.heading}>{title}</h3>
            <ul className={styles.rows}>
              {rows.map(({ words, keys }) => (
                <li key={words} className={styles.row}>
                  <span className={styles.name}>{words}</span>
                  <KeyList keys={keys} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

type Recorder = ReturnType<typeof useKeyRecorder>

function CommandKeys({ command, recorder }: { command: Command; recorder: Recorder }) {
  if (recorder.id === command.id) {
    return (
      <span className={styles.recording} role="status">
        {recorder.conflict ? t('keyboard.taken', { command: recorder.conflict }) : t('keyboard.press')}
      </span>
    )
  }
  if (command.keys.length === 0) return <span className={styles.none}>{t('keyboard.none')}</span>
  return <KeyList keys={command.keys} />
}

function KeyList({ keys }: { keys: readonly Keys[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((one) => (
        <KeyCap key={one} keys={one} />
      ))}
      <span className="visuallyHidden">{keys.join(', ')}</span>
    </span>
  )
}

const GROUP_NAMES: Readonly<Record<string, string>> = {
  [EVERYWHERE]: t('keyboard.group.everywhere'),
  go: t('keyboard.group.go'),
  look: t('keyboard.group.look'),
}

// Groups that belong to a screen have their own heading.
function groupName(group: string): string {
  return GROUP_NAMES[group] ?? group
}

function byBound(a: Command, b: Command): number {
  return Number(b.isBound && b.group !== EVERYWHERE) - Number(a.isBound && a.group !== EVERYWHERE)
}

/** Records the next key press as the new shortcut of a command. Escape cancels; keys in use are refused, naming the command. */
function useKeyRecorder(registry: CommandRegistry) {
  const [id, setId] = useState<string>()
  const [conflict, setConflict] = useState<string>()

  useEffect(() => {
    if (!id) return
    const handleKeyDown = (event: KeyboardEvent) => {
      const keys = keysOfPress(event)
      if (!keys) return
      // In the capture phase, before the dialog: Escape would close it, Enter would press a button.
      event.preventDefault()
      event.stopPropagation()
      const taken = findConflict(registry, id, keys)
      setConflict(taken?.label)
      if (taken && keys !== 'Escape') return
      if (keys !== 'Escape') registry.setKeys(id, [keys])
      setId(undefined)
    }
    window.addEventListener('keydown', handleKeyDown, true)
    return () => window.removeEventListener('keydown', handleKeyDown, true)
  }, [id, registry])

  return {
    id,
    conflict,
    start: (next: string) => {
      setConflict(undefined)
      setId(next)
    },
  }
}
