import { useSession } from '../../features/session/session.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { BrandMark } from '../../ui/display/BrandMark.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { DefaultLayout, GridLayout } from '../../ui/layout/layouts.tsx'
import styles from './UnreachablePage.module.css'

/** The server did not answer when the visit began. */
export function UnreachablePage() {
  const { retry } = useSession()
  return (
    <DefaultLayout>
      <GridLayout
        header={
          <div className={styles.header}>
            <BrandMark />
          </div>
        }
      >
        <EmptyState
          drawing="offline"
          level={1}
          title={t('app.unreachable.title')}
          action={<Button onPress={retry}>{t('app.unreachable.retry')}</Button>}
        >
          {t('app.unreachable.text')}
        </EmptyState>
      </GridLayout>
    </DefaultLayout>
  )
}
