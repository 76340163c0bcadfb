import { ChevronLeft, ChevronRight } from 'lucide-react'
import styles from '../features/bulk/BulkList.module.css'
import type { AnnotationUrl } from '../features/feedback/url/annotation-url.ts'
import { formatNumber, t } from '../i18n/index.ts'
import { GoToField } from '../queue/GoToField.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { pageStep } from './page-step.ts'

interface BulkPagerProps {
  url: AnnotationUrl
  total: number | undefined
  onTurn: (page: number) => void
  /** The second of the two, after the last card: it has a name of its own, and leaves it to the first to say what is shown. */
  isBelow?: boolean
}

/** Which records are shown, and the way to the others. */
export function BulkPager({ url, total, onTurn, isBelow = false }: BulkPagerProps) {
  const to = Math.min(url.page - 1 + url.size, total ?? 0)
  const from = Math.min(url.page, total ?? url.page)
  const words =
    total === undefined
      ? '…'
      : t('bulk.range', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })
  const [previous, next] = [pageStep(url, total, -1), pageStep(url, total, 1)]
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
