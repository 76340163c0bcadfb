import { t } from '../i18n/areas/list.ts'
import { formatNumber } from '../i18n/index.ts'
import { GoToField } from '../queue/GoToField.tsx'
import styles from './list.module.css'
import { PageTurner } from './PageTurner.tsx'
import { type PageAt, rangeWords } from './paging.ts'

interface ListPagerProps {
  /** Which records are shown. */
  at: PageAt
  total: number | undefined
  onTurn: (page: number) => void
  /** The second pager, after the last card: it has another name and does not announce the range again. */
  isBelow?: boolean
}

/** The range of records that is shown, and buttons to the other pages. */
export function ListPager({ at, total, onTurn, isBelow = false }: ListPagerProps) {
  const from = Math.min(at.page, total ?? at.page)
  const words = total === undefined ? '…' : rangeWords(at, total)
  return (
    <PageTurner
      label={t(isBelow ? 'list.pagerBelow' : 'list.pager')}
      className={styles.pager}
      size={isBelow ? 'medium' : 'tiny'}
      {...{ at, total, isBelow, onTurn }}
    >
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
            <GoToField at={from} last={total} onGo={onTurn} />
            {/* Only the text after the first number, which the input beside it shows. */}
            <span aria-hidden="true">{words.slice(formatNumber(from).length)}</span>
          </>
        )}
      </span>
    </PageTurner>
  )
}
