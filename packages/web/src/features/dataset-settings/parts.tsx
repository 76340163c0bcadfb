import { t } from '../../i18n/areas/settings.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { NeedMark } from '../../ui/controls/FieldLabel.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import styles from './DatasetSettings.module.css'

interface ItemNameProps {
  name: string
  /** What kind of thing it is. */
  badge?: string
  isOptional?: boolean
}

/** The name an item has in files and programs, which never changes. */
export function ItemName({ name, badge, isOptional }: ItemNameProps) {
  return (
    <h2 className={styles.itemTitle}>
      <code>{name}</code>
      {isOptional && <NeedMark need="optional" />}
      {badge && <Chip>{badge}</Chip>}
    </h2>
  )
}

/** The place of a list that is on its way, or did not come. */
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
