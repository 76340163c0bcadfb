import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { t } from '../i18n/areas/notices.ts'
import { Icon } from '../ui/display/Icon.tsx'
import { KeyCap } from '../ui/display/KeyCap.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import styles from './CommandPalette.module.css'
import type { Command, Place } from './commands.ts'
import { keysOfPress } from './keys.ts'
import { type PaletteEntry, rankEntries } from './rank-entries.ts'
import { useCommandRegistry } from './use-command.ts'

/** Maximum number of results: typing another letter is faster than reading more. */
const MAX_SHOWN = 50

/** The command palette: every command of the open screen and every dataset, found by typing. Arrow keys choose, Enter runs. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const registry = useCommandRegistry()
  // Snapshot of the commands when the palette opened: the dialog takes the focus, which disables some.
  const [available] = useState(() => registry.list())
  const [query, setQuery] = useState('')
  const [wantedIndex, setWantedIndex] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const [places, setPlaces] = useState<readonly Place[]>([])
  useEffect(() => {
    let isOpen = true
    const load = async () => {
      const loaded = await registry.loadPlaces?.()
      if (isOpen && loaded) setPlaces(loaded)
    }
    // Without datasets the palette still has its commands.
    load().catch(() => undefined)
    return () => {
      isOpen = false
    }
  }, [registry])
  const entries = useMemo(() => [...available.map(entryOf), ...places.map(placeEntry)], [available, places])
  const found = rankEntries(entries, query).slice(0, MAX_SHOWN)
  const active = Math.min(wantedIndex, found.length - 1)

  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const run = (entry: PaletteEntry | undefined) => {
    if (!entry?.isEnabled) return
    onClose()
    // Run after the dialog has restored the focus, and look the command up again then.
    setTimeout(entry.open ?? (() => registry.get(entry.id).run()))
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = nextIndex(event.key, active, found.length)
    if (next !== undefined) setWantedIndex(next)
    else if (event.key === 'Enter') run(found[active])
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
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keys
          <div
            key={entry.id}
            id={`${listId}-${index}`}
            data-index={index}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            aria-disabled={!entry.isEnabled || undefined}
            className={styles.option}
            onPointerMove={() => setWantedIndex(index)}
            onClick={() => run(entry)}
          >
            <span className={styles.words}>
              {entry.label}
              {entry.detail && <small className={styles.reason}>{entry.detail}</small>}
            </span>
            <span className={styles.keys}>{entry.keys && <KeyCap keys={entry.keys} />}</span>
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

function entryOf({ id, label, keys, isBound, isHidden, isEnabled, reason }: Command): PaletteEntry {
  return { id, label, keys: keys[0], detail: reason, isListed: isBound && !isHidden, isEnabled }
}

function placeEntry({ id, label, detail, open }: Place): PaletteEntry {
  return { id, label, detail, isListed: false, isEnabled: true, open }
}

function nextIndex(key: string, active: number, length: number): number | undefined {
  if (length === 0) return undefined
  if (key === 'ArrowDown') return (active + 1) % length
  if (key === 'ArrowUp') return (active - 1 + length) % length
  if (key === 'PageDown') return Math.min(length - 1, active + 8)
  if (key === 'PageUp') return Math.max(0, active - 8)
  return undefined
}
