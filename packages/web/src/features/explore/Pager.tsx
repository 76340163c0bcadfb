import { lastPage, MAX_RECORDS, PAGE_SIZES, pageNumbers } from '@postil/domain/task-editing/pagination'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '../../i18n/explore.ts'
import { formatNumber } from '../../i18n/index.ts'
import { useCommand } from '../../keyboard/use-command.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { LazySelect } from '../../ui/LazySelect.tsx'
import styles from './Pager.module.css'

interface PagerProps {
  size: number
  page: number
  total: number
  /** Paging by keys rests while something else has the arrows. */
  isResting: boolean
  onTurn: (page: number) => void
  onSize: (size: number) => void
}

/** How many records a page has, which page this is, and the others. Only 10,000 records can be paged to. */
export function Pager({ size, page, total, isResting, onTurn, onSize }: PagerProps) {
  const last = lastPage(total, size)
  const previous = useCommand('explore.previous', { run: () => onTurn(page - 1), isEnabled: page > 1 && !isResting })
  const next = useCommand('explore.next', { run: () => onTurn(page + 1), isEnabled: page < last && !isResting })
  const from = Math.min((page - 1) * size + 1, total)
  const to = Math.min(page * size, total)
  return (
    <footer className={styles.pager}>
      <div className={styles.size}>
        <span aria-hidden="true">{t('explore.pageSize')}</span>
        <LazySelect
          aria-label={t('explore.pageSize')}
          choices={PAGE_SIZES.map((one) => ({ value: String(one), label: String(one) }))}
          value={String(size)}
          onChange={(chosen) => onSize(Number(chosen))}
        />
      </div>
      <nav className={styles.pages} aria-label={t('explore.pager')}>
        <IconButton
          icon={ChevronLeft}
          label={t('explore.previous')}
          size="medium"
          keys={previous.keys}
          isDisabled={page <= 1}
          onPress={() => onTurn(page - 1)}
        />
        {pageNumbers(page, last).map((one, at) =>
          one === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name but its place
            <span key={`gap ${at}`} className={styles.gap} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={one}
              type="button"
              className={styles.page}
              aria-label={t('explore.page', { page: one })}
              aria-current={one === page ? 'page' : undefined}
              onClick={() => one !== page && onTurn(one)}
            >
              {formatNumber(one)}
            </button>
          ),
        )}
        <IconButton
          icon={ChevronRight}
          label={t('explore.next')}
          size="medium"
          keys={next.keys}
          isDisabled={page >= last}
          onPress={() => onTurn(page + 1)}
        />
      </nav>
      <p className={styles.range} role="status">
        {t('explore.range', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}
      </p>
      {total > MAX_RECORDS && page === last && (
        <p className={styles.limit}>{t('explore.limit', { max: MAX_RECORDS, total })}</p>
      )}
    </footer>
  )
}
