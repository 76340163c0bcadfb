import type { Dataset } from '@postil/contract/feedback/datasets'
import { can } from '@postil/domain/permissions'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../../i18n/areas/feedback.ts'
import { ariaKeys } from '../../../keyboard/keys.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import { focusRecord } from '../../../record/focus-record.ts'
import { useMedia } from '../../../ui/browser/media.ts'
import { Icon } from '../../../ui/display/Icon.tsx'
import { KeyCap } from '../../../ui/display/KeyCap.tsx'
import { Resizer } from '../../../ui/layout/Resizer.tsx'
import { LazyMarkdown } from '../../../ui/markdown/LazyMarkdown.tsx'
import { STACKED } from '../../../ui/overlays/stacked.ts'
import { useUser } from '../../session/session.ts'
import { ROOM, useRoom } from './use-room.ts'
import styles from './WithGuidelines.module.css'

interface WithGuidelinesProps {
  dataset: Dataset
  /** The form with the questions. */
  children: ReactNode
}

/**
 * The column of the questions, with a guidelines panel above them that can be collapsed, and resized by dragging its
 * edge.
 */
export function WithGuidelines({ dataset, children }: WithGuidelinesProps) {
  const user = useUser()
  const { isOpen, share, setOpen, setShare } = useRoom(user.id)
  const isStacked = useMedia(STACKED)
  const panel = useRef<HTMLElement>(null)
  const text = useRef<HTMLElement>(null)
  const wasKey = useRef(false)
  const headId = useId()
  const textId = useId()
  const settingsPath = can(user, 'dataset.manage', { isMember: true }) ? `/dataset/${dataset.id}/settings` : undefined
  const guidelines = dataset.guidelines?.trim() ? dataset.guidelines : undefined
  const canShow = guidelines !== undefined || settingsPath !== undefined
  const isShown = canShow && isOpen

  const { label, keys } = useCommand('annotate.guidelines', {
    run: () => {
      wasKey.current = true
      setOpen(!isOpen)
    },
    isEnabled: canShow,
    reason: t('annotate.guidelines.none'),
  })
  // After the keyboard command, focus the guidelines when they open, and the record when they close.
  useEffect(() => {
    if (!wasKey.current) return
    wasKey.current = false
    if (isShown) text.current?.focus()
    else if (document.activeElement === document.body) focusRecord()
  }, [isShown])

  const isSplit = isShown && !isStacked
  // Until the user has resized the panel, short guidelines take only the height of their text.
  const isFitted = isSplit && share === ROOM.normal
  const fit = useFit(panel, isFitted)
  return (
    <div className={styles.column}>
      {canShow && (
        <section
          ref={panel}
          className={styles.guidelines}
          style={isSplit ? { [isFitted ? 'maxHeight' : 'flexBasis']: `${share * 100}%` } : undefined}
          aria-labelledby={headId}
        >
          <h2 className={styles.head} id={headId}>
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={isShown}
              aria-controls={isShown ? textId : undefined}
              aria-keyshortcuts={ariaKeys(keys)}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon icon={isShown ? ChevronDown : ChevronRight} />
              <span className={styles.label}>{label}</span>
              {keys[0] && <KeyCap keys={keys[0]} />}
            </button>
          </h2>
          {isShown && (
            <section
              ref={text}
              id={textId}
              className={styles.body}
              aria-label={t('annotate.guidelines.text')}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
              tabIndex={0}
              onKeyDown={readOn}
              data-guidelines
            >
              <GuidelinesText guidelines={guidelines} settingsPath={settingsPath} />
            </section>
          )}
        </section>
      )}
      {isSplit && (
        <Resizer
          orientation="horizontal"
          label={t('annotate.guidelines.resize')}
          share={fit ?? share}
          defaultShare={ROOM.normal}
          minShare={ROOM.least}
          maxShare={ROOM.most}
          controls={textId}
          onChange={setShare}
        />
      )}
      <div className={styles.questions}>{children}</div>
    </div>
  )
}

// The arrow keys scroll the text, Escape moves the focus to the record.
function readOn(event: KeyboardEvent): void {
  if (event.key === 'ArrowUp' || event.key === 'ArrowDown') event.stopPropagation()
  else if (event.key === 'Escape') focusRecord()
}

interface GuidelinesTextProps {
  /** Undefined when none are written. */
  guidelines: string | undefined
  /** Path of the page to edit them; undefined for users without that permission. */
  settingsPath: string | undefined
}

/** The guidelines as text, or a note that there are none. */
function GuidelinesText({ guidelines, settingsPath }: GuidelinesTextProps) {
  if (guidelines !== undefined) return <LazyMarkdown className={styles.text}>{guidelines}</LazyMarkdown>
  return (
    <p className={styles.none}>
      {t('annotate.guidelines.none')}{' '}
      {settingsPath !== undefined && <Link to={settingsPath}>{t('annotate.guidelines.write')}</Link>}
    </p>
  )
}

/**
 * The share of the column's height that a panel needs for its content, 0–1, updated on resize.
 *
 * @param isOn - nothing is measured unless it is true
 * @returns undefined until measured
 */
function useFit(panel: RefObject<HTMLElement | null>, isOn: boolean): number | undefined {
  const [fit, setFit] = useState<number>()
  useEffect(() => {
    const element = panel.current
    const column = element?.parentElement
    if (!isOn || !element || !column || !('ResizeObserver' in window)) return
    const observer = new ResizeObserver(() => setFit(element.offsetHeight / column.offsetHeight))
    observer.observe(element)
    observer.observe(column)
    return () => observer.disconnect()
  }, [panel, isOn])
  return isOn ? fit : undefined
}
