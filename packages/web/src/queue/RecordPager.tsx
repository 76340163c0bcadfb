import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatNumber, t } from '../i18n/index.ts'
import { useCommand } from '../keyboard/use-command.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { GoToField } from './GoToField.tsx'
import styles from './RecordPager.module.css'

interface RecordPagerProps {
  /** Position of the shown record, from 1. */
  at: number
  /** Undefined while it is not known. */
  total: number | undefined
  /** Show the record at another position. */
  onGo: (position: number) => void
}

/**
 * The position of the current record, and buttons to the previous and next one, which are enabled like the keyboard
 * commands.
 */
export function RecordPager({ at, total, onGo }: RecordPagerProps) {
  const previous = useCommand('annotate.previous')
  const next = useCommand('annotate.next')
  const of = total === undefined ? '…' : formatNumber(total)
  return (
    <nav className={styles.pager} aria-label={t('annotate.pager')}>
      <IconButton
        icon={ChevronLeft}
        label={previous.label}
        keys={previous.keys}
        size="tiny"
        isDisabled={!previous.isEnabled}
        onPress={previous.run}
      />
      <span className="visuallyHidden" role="status">
        {t('annotate.position', { position: at, total: of })}
      </span>
      <span className={styles.position}>
        <GoToField at={at} last={total ?? at} onGo={onGo} />
        <span aria-hidden="true"> {t('annotate.positionOf', { total: of })}</span>
      </span>
      <IconButton
        icon={ChevronRight}
        label={next.label}
        keys={next.keys}
        size="tiny"
        isDisabled={!next.isEnabled}
        onPress={next.run}
      />
    </nav>
  )
}
