import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../i18n/notices.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { KeyCap } from '../ui/KeyCap.tsx'
import styles from './CommandPalette.module.css'
import type { Command } from './commands.ts'
import { keysOfPress } from './keys.ts'
import { rankCommands } from './rank-commands.ts'
import { useCommandRegistry } from './use-command.ts'

/** Every command of the open screen, found by typing. Arrows choose, Enter runs. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const registry = useCommandRegistry()
  // What the screen could do when the palette opened: the dialog takes the focus, and with it some commands.
  const [available] = useState(() => registry.list())
  const [query, setQuery] = useState('')
  const [wantedIndex, setWantedIndex] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const found = rankCommands(available, query)
  const active = Math.min(wantedIndex, found.length - 1)

  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const runCommand = (command: Command | undefined) => {
    if (!command?.isEnabled) return
    onClose()
    // After the dialog has given the focus back to where the command works.
    setTimeout(() => registry.get(command.id).run())
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = nextIndex(event.key, active, found.length)
    if (next !== undefined) setWantedIndex(next)
    else if (event.key === 'Enter') runCommand(found[active])
    else if (keysOfPress(event) === 'Mod+K') onClose()
    else return
    event.preventDefault()
  }

  return (
    <Dialog title={t('keyboard.palette')} isOpen onClose={onClose} width={560} isBare>
      <label className={styles.find}>
        <Icon icon={Search} />
        <input
          className={styles.input}
          autoFocus
          role="combobox"
          aria-label={t('keyboard.paletteFind')}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
          placeholder={t('keyboard.paletteFind')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setWantedIndex(0)
          }}
          onKeyDown={handleKeyDown}
        />
        <KeyCap keys="Escape" />
      </label>
      <div id={listId} ref={list} role="listbox" aria-label={t('keyboard.palette')} className={styles.list}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keys
          <div
            key={command.id}
            id={`${listId}-${index}`}
            data-index={index}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            aria-disabled={!command.isEnabled || undefined}
            className={styles.option}
            onPointerMove={() => setWantedIndex(index)}
            onClick={() => runCommand(command)}
          >
            <span className={styles.words}>
              {command.label}
              {command.reason && <small className={styles.reason}>{command.reason}</small>}
            </span>
            <span className={styles.keys}>{command.keys[0] && <KeyCap keys={command.keys[0]} />}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={styles.empty} role="status">
          {t('keyboard.paletteEmpty', { query })}
        </p>
      )}
    </Dialog>
  )
}

function nextIndex(key: string, active: number, length: number): number | undefined {
  if (length === 0) return undefined
  if (key === 'ArrowDown') return (active + 1) % length
  if (key === 'ArrowUp') return (active - 1 + length) % length
  if (key === 'PageDown') return Math.min(length - 1, active + 8)
  if (key === 'PageUp') return Math.max(0, active - 8)
  return undefined
}
