import { findLabels } from '@postil/domain/labels/find-labels'
import { Search, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import { useDigits } from '../form/use-digits.ts'
import { t } from '../i18n/areas/notices.ts'
import { classNames } from '../ui/browser/class-names.ts'
import { Icon } from '../ui/display/Icon.tsx'
import { KeyCap } from '../ui/display/KeyCap.tsx'
import menuStyles from '../ui/overlays/Menu.module.css'
import type { Mark } from './marks.ts'
import fieldStyles from './SpanField.module.css'
import styles from './SpanMenu.module.css'
import type { MarkOption } from './span.ts'
import { type TintedLabel, tintStyle } from './tints.ts'

/** The second click of a double click must not close what the first one opened. */
const DOUBLE_PRESS_MS = 500

interface SpanMenuProps {
  /** Position of the end of the selection, relative to the text. */
  anchor: { left: number; top: number; height: number }
  text: string
  textOf: (mark: Mark) => string
  options: readonly MarkOption[]
  labels: ReadonlyMap<string, TintedLabel>
  /** Offered first; Space chooses it. */
  favourite: string | undefined
  /** Existing marks in the selection; Delete removes the first. */
  hit: readonly Mark[]
  onChoose: (label: string) => void
  onRemove: (mark: Mark) => void
  /** Mark the same words in all records; offered for a single mark. */
  onMarkEverywhere?: ((mark: Mark) => void) | undefined
  onClose: () => void
}

/** The menu of labels at the end of the selection: choose by number, name, arrow keys or pointer. */
export function SpanMenu({
  anchor,
  text,
  textOf,
  options,
  labels,
  favourite,
  hit,
  onChoose,
  onRemove,
  onMarkEverywhere,
  onClose,
}: SpanMenuProps) {
  const at = useRef<HTMLSpanElement>(null)
  const [query, setQuery] = useState('')
  /** Character shortcuts choose labels until the search box has the focus. */
  const hasShortcuts = options.some(({ shortcut }) => shortcut !== undefined)
  const noRow = hasShortcuts ? -1 : 0
  const [wanted, setActive] = useState(noRow)
  const takeFocus = useCallback((list: HTMLDivElement | null) => void (hasShortcuts && list?.focus()), [hasShortcuts])
  const box = useRef<HTMLInputElement>(null)
  const [openedMs] = useState(() => performance.now())
  const listId = useId()
  const rows = rowsOf(options, query, favourite)
  const active = Math.min(wanted, rows.length - 1)

  const { handleDigit } = useDigits(
    options.map((_, index) => index + 1),
    (number) => {
      const option = options[number - 1]
      if (option) onChoose(option.value)
    },
  )
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isPicking = hasShortcuts && event.target !== box.current
    if (isPicking && event.key === '/') {
      event.preventDefault()
      event.stopPropagation()
      box.current?.focus()
      return
    }
    const picked = isPicking
      ? options.find(({ shortcut }) => shortcut && shortcut === event.key.toUpperCase())
      : undefined
    if (!hasShortcuts && query === '' && handleDigit(event)) return
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    const isChoice = event.key === 'Enter' || (event.key === ' ' && query === '')
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, rows.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (picked && !hasModifier) onChoose(picked.value)
    else if (isChoice) {
      const row = rows[event.key === ' ' ? 0 : active]
      if (row) onChoose(row.value)
    } else if (event.key === 'Delete' && query === '' && hit[0]) onRemove(hit[0])
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <span ref={at} className={fieldStyles.anchor} style={anchor} aria-hidden="true" />
      <Popover
        className={classNames(menuStyles.popover, styles.menu)}
        triggerRef={at}
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        shouldCloseOnInteractOutside={() =>
          performance.now() - openedMs > DOUBLE_PRESS_MS && !isSecondClick(window.event)
        }
        placement="bottom start"
        offset={8}
        render={(dom) => <div {...dom} aria-labelledby={undefined} />}
      >
        <Dialog className={styles.dialog} aria-label={t('annotate.span.menu', { text })}>
          <label className={styles.find}>
            <Icon icon={Search} size={14} />
            <input
              ref={box}
              autoFocus={!hasShortcuts}
              className={styles.input}
              role="combobox"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={rows[active] ? `${listId}-${active}` : undefined}
              aria-label={t('annotate.span.find')}
              placeholder={t('annotate.span.find')}
              autoComplete="off"
              spellCheck={false}
              value={query}
              onChange={(event) => {
                setQuery(event.target.value)
                setActive(event.target.value === '' ? noRow : 0)
              }}
              onKeyDown={handleKey}
            />
            {hasShortcuts && query === '' && <KeyCap keys="/" />}
          </label>
          <div
            ref={takeFocus}
            role="listbox"
            id={listId}
            tabIndex={hasShortcuts ? 0 : -1}
            className={styles.list}
            aria-label={t('annotate.span.choose')}
            aria-activedescendant={rows[active] ? `${listId}-${active}` : undefined}
            onKeyDown={handleKey}
          >
            {rows.map((row, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's
              <div
                key={row.value}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={styles.row}
                title={row.description ?? undefined}
                onPointerMove={() => setActive(index)}
                onClick={() => onChoose(row.value)}
              >
                <i className={styles.swatch} style={tintStyle(labels.get(row.value)?.tint)} />
                <span className={styles.words}>{row.text}</span>
                {query === '' && <RowKey keys={index === 0 && favourite === row.value ? 'Space' : row.keys} />}
              </div>
            ))}
            {rows.length === 0 && (
              <p className={styles.none}>
                {options.length === 0 ? t('annotate.span.noLabels') : t('annotate.span.noLabel', { query })}
              </p>
            )}
          </div>
          {hit.length > 0 && (
            <div className={styles.marks}>
              {hit.map((mark) => (
                <button
                  key={`${mark.start}:${mark.end}:${mark.label}`}
                  type="button"
                  className={styles.remove}
                  onClick={() => onRemove(mark)}
                >
                  <Icon icon={Trash2} size={14} />
                  {hit.length === 1
                    ? t('annotate.span.remove')
                    : t('annotate.span.removeOf', {
                        label: labels.get(mark.label)?.text ?? mark.label,
                        text: textOf(mark),
                      })}
                  {mark === hit[0] && <KeyCap keys="Delete" />}
                </button>
              ))}
              {onMarkEverywhere && hit.length === 1 && hit[0] && (
                <button type="button" className={styles.everywhere} onClick={() => hit[0] && onMarkEverywhere(hit[0])}>
                  {t('annotate.span.markEverywhere')}
                </button>
              )}
            </div>
          )}
        </Dialog>
      </Popover>
    </>
  )
}

function RowKey({ keys }: { keys: string | null }) {
  return keys === null ? null : <KeyCap keys={keys} />
}

/** Uses the browser's click count, which is right even when a busy page receives the second event late. */
function isSecondClick(event: Event | undefined): boolean {
  return event instanceof MouseEvent && event.type === 'click' && event.detail > 1
}

function rowsOf(options: readonly MarkOption[], query: string, favourite: string | undefined) {
  const numbered = options.map((option, index) => ({
    ...option,
    keys: option.shortcut === undefined ? String(index + 1) : option.shortcut,
  }))
  const found = findLabels(numbered, query)
  // Matches are ordered by the search; without a search, the favourite label is first.
  if (query.trim() !== '') return found
  const first = found.filter(({ value }) => value === favourite)
  return [...first, ...found.filter(({ value }) => value !== favourite)]
}
