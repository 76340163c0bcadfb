import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '../i18n/bulk.ts'
import { formatNumber } from '../i18n/index.ts'
import { GoToField } from '../queue/GoToField.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import styles from './list.module.css'
import { type PageAt, pageStep } from './page-step.ts'

interface ListPagerProps {
  /** Which records are shown. */
  at: PageAt
  total: number | undefined
  onTurn: (page: number) => void
  /** The second of the two, after the last card: it has a name of its own, and leaves it to the first to say what is shown. */
  isBelow?: boolean
}

/** Which records are shown, and the way to the others. */
export function ListPager({ at, total, onTurn, isBelow = false }: ListPagerProps) {
  const to = Math.min(at.page - 1 + at.size, total ?? 0)
  const from = Math.min(at.page, total ?? at.page)
  const words =
    total === undefined
      ? '…'
      : t('bulk.range', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })
  const [previous, next] = [pageStep(at, total, -1), pageStep(at, total, 1)]
  return (
    <nav
      className={styles.pager}
      aria-label={t(isBelow ? 'bulk.pagerBelow' : 'bulk.pager')}
      data-below={isBelow || undefined}
    >
      <IconButton
        icon={ChevronLeft}
        label={t('bulk.previousPage')}
        size={isBelow ? 'medium' : 'tiny'}
        isDisabled={previous === undefined}
        onPress={() => previous !== undefined && onTurn(previous)}
      />
      {!isBelow && (
        <span className="visuallyHidden" role="status">
          {words}
        </span>
      )}
      <span className={styles.range}>
        {total === undefined ? (
          '…'
        ) : (
          <>
            <GoToField label={t('annotate.goToRecord')} at={from} last={total} onGo={onTurn} />
            {/* What stands behind the first number: the field has that one. */}
            <span aria-hidden="true">{words.slice(formatNumber(from).length)}</span>
          </>
        )}
      </span>
      <IconButton
        icon={ChevronRight}
        label={t('bulk.nextPage')}
        size={isBelow ? 'medium' : 'tiny'}
        isDisabled={next === undefined}
        onPress={() => next !== undefined && onTurn(next)}
      />
    </nav>
  )
}
