import { t } from '../../i18n/areas/datasets.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import styles from './DatasetListPage.module.css'
import type { Way } from './dialogs/WayDialog.tsx'
import { LinkButton } from './LinkButton.tsx'
import { NEW_DATASET_PATH } from './new-dataset-path.ts'

/** The filters hide every dataset. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState drawing="search" action={<Button onPress={onClear}>{t('datasets.clearFilters')}</Button>}>
      {t('datasets.noMatch')}
    </EmptyState>
  )
}

interface FirstDatasetProps {
  canCreate: boolean
  hasWorkspaces: boolean
  onWay: (way: Way) => void
}

/** There is no dataset yet: how to create the first one, or whom to ask. */
export function FirstDataset({ canCreate, hasWorkspaces, onWay }: FirstDatasetProps) {
  if (!canCreate) {
    return (
      <EmptyState title={t('datasets.none.title')}>
        {t(hasWorkspaces ? 'datasets.none.wait' : 'datasets.none.ask')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('datasets.none.title')}
      action={
        <div className={styles.firstActions}>
          <LinkButton href={NEW_DATASET_PATH} variant="primary">
            {t('datasets.create')}
          </LinkButton>
          <Button onPress={() => onWay('sample')}>{t('datasets.way.sample')}</Button>
          <Button variant="quiet" onPress={() => onWay('empty')}>
            {t('datasets.way.empty')}
          </Button>
          <Button variant="quiet" onPress={() => onWay('program')}>
            {t('datasets.way.program')}
          </Button>
          <LinkButton href="/people" variant="quiet">
            {t('datasets.way.people')}
          </LinkButton>
        </div>
      }
    >
      {t('datasets.none.text')}
    </EmptyState>
  )
}

interface PartNoticeProps {
  /** Nothing could be loaded. */
  isFailed: boolean
  onRetry: () => void
}

/** Some datasets could not be loaded: the others are shown, with a retry button. */
export function PartNotice({ isFailed, onRetry }: PartNoticeProps) {
  return (
    <div className={styles.notice} role="alert">
      <p>{t(isFailed ? 'datasets.failed' : 'datasets.partial')}</p>
      <Button size="small" onPress={onRetry}>
        {t('app.unreachable.retry')}
      </Button>
    </div>
  )
}
