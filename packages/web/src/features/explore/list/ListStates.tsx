import { useNavigate } from 'react-router'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/display/EmptyState.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import styles from '../Explore.module.css'

/** Placeholders for cards that are loading. */
export function ListSkeleton({ count }: { count: number }) {
  return (
    <div className={styles.cards} aria-busy="true">
      <span className="visuallyHidden">{t('ui.loading')}</span>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identified by their position
        <div key={at} className={styles.blank}>
          <Skeleton width={`${55 + ((at * 17) % 35)}%`} height={18} />
          <Skeleton width="32%" height={26} radius={999} />
        </div>
      ))}
    </div>
  )
}

/** No record matches, or the dataset is empty. */
export function EmptyList({ isWhole, onRemove }: { isWhole: boolean; onRemove: () => void }) {
  const navigate = useNavigate()
  if (isWhole) {
    return (
      <EmptyState
        title={t('explore.none.title')}
        action={<Button onPress={() => void navigate('/guides')}>{t('explore.none.action')}</Button>}
      >
        {t('explore.none.text')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      drawing="search"
      title={t('explore.empty.title')}
      action={<Button onPress={onRemove}>{t('explore.empty.action')}</Button>}
    >
      {t('explore.empty.text')}
    </EmptyState>
  )
}

/** The records could not be loaded; the reason is shown in a toast. */
export function FailedList({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState drawing="offline" action={<Button onPress={onRetry}>{t('explore.error.retry')}</Button>}>
      {t('explore.error.title')}
    </EmptyState>
  )
}
