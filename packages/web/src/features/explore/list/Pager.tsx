import { lastPage, MAX_RECORDS, PAGE_SIZES, pageNumbers } from '@postil/domain/task-editing/pagination'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { formatNumber } from '../../../i18n/index.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import { PageTurner } from '../../../list/PageTurner.tsx'
import { rangeWords } from '../../../list/paging.ts'
import { LazySelect } from '../../../ui/controls/LazySelect.tsx'
import styles from './Pager.module.css'

interface PagerProps {
  size: number
  page: number
  total: number
  onTurn: (page: number) => void
  onSize: (size: number) => void
}

/** Page size, current page, and buttons to the others. Only the first 10,000 records can be paged to. */
export function Pager({ size, page, total, onTurn, onSize }: PagerProps) {
  const last = lastPage(total, size)
  const previous = useCommand('explore.previous', { run: () => onTurn(page - 1), isEnabled: page > 1 })
  const next = useCommand('explore.next', { run: () => onTurn(page + 1), isEnabled: page < last })
  const at = { page: (page - 1) * size + 1, size }
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
      <PageTurner
        label={t('explore.pager')}
        className={styles.pages}
        at={at}
        total={Math.min(total, MAX_RECORDS)}
        size="medium"
        keys={{ previous: previous.keys, next: next.keys }}
        onTurn={(first) => onTurn(Math.ceil(first / size))}
      >
        {pageNumbers(page, last).map((one, at) =>
          one === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified by its position
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
      </PageTurner>
      <p className={styles.range} role="status">
        {rangeWords(at, total)}
      </p>
      {total > MAX_RECORDS && page === last && (
        <p className={styles.limit}>{t('explore.limit', { max: MAX_RECORDS, total })}</p>
      )}
    </footer>
  )
}
