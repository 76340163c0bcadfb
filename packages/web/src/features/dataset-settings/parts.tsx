import { Link } from 'react-router'
import { t } from '../../i18n/areas/settings.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { NeedMark } from '../../ui/controls/FieldLabel.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import styles from './DatasetSettings.module.css'

interface ItemNameProps {
  name: string
  /** Kind of the item, such as the type of a question. */
  badge?: string
  isOptional?: boolean
}

/** The internal name of an item, used in files and programs; it never changes. */
export function ItemName({ name, badge, isOptional }: ItemNameProps) {
  return (
    <h2 className={styles.itemTitle}>
      <code>{name}</code>
      {isOptional && <NeedMark need="optional" />}
      {badge && <Chip>{badge}</Chip>}
    </h2>
  )
}

/** Placeholder for a list that is loading; shows an error with a retry button if it failed. */
export function ItemsLoading({ query }: { query: { isError: boolean; refetch: () => Promise<unknown> } }) {
  if (!query.isError) return <Skeleton height={220} />
  return (
    <p className={styles.failed} role="alert">
      {t('settings.failed')}
      <Button size="small" onPress={() => void query.refetch()}>
        {t('app.unreachable.retry')}
      </Button>
    </p>
  )
}

/** Says that there is nothing yet, with a link to a guide that explains it. */
export function NothingYet({ children, guide = 'leading' }: { children: string; guide?: 'leading' | 'annotating' }) {
  return (
    <p className="note">
      {children} <Link to={`/guides/${guide}`}>{t('settings.readGuide')}</Link>
    </p>
  )
}
