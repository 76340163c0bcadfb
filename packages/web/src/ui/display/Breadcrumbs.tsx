import { Link } from 'react-router'
import { t } from '../../i18n/index.ts'
import { CopyButton } from '../controls/CopyButton.tsx'
import styles from './Breadcrumbs.module.css'
import { middleTruncate } from './middle-truncate.ts'

const MAX_CHARS = 36

/** One step of the trail; the last is the page itself. */
export interface Crumb {
  label: string
  to?: string
  /** Adds a copy button for the name. */
  isCopyable?: boolean
}

/** The trail from the list to this page. Long names are cut in the middle; the whole name shows on hover. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={t('ui.breadcrumbs')} className={styles.trail}>
      <ol className={styles.crumbs}>
        {crumbs.map((crumb, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a workspace and a dataset may have one name; the order is what they are
          <li key={`${index} ${crumb.label}`} className={styles.crumb}>
            <CrumbName crumb={crumb} isLast={index === crumbs.length - 1} />
            {crumb.isCopyable && <CopyButton text={crumb.label} label={t('ui.copyName')} className={styles.copy} />}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function CrumbName({ crumb, isLast }: { crumb: Crumb; isLast: boolean }) {
  const words = middleTruncate(crumb.label, MAX_CHARS)
  const title = words === crumb.label ? undefined : crumb.label
  if (isLast || !crumb.to) {
    return (
      <span className={isLast ? styles.here : styles.step} title={title} aria-current={isLast ? 'page' : undefined}>
        {words}
      </span>
    )
  }
  return (
    <Link to={crumb.to} className={styles.link} title={title}>
      {words}
    </Link>
  )
}
