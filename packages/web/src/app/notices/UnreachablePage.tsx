import { useSession } from '../../features/session/session.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DefaultLayout } from '../../ui/layout/layouts.tsx'

/** The server did not answer when the visit began. */
export function UnreachablePage() {
  const { retry } = useSession()
  return (
    <DefaultLayout>
      <EmptyState
        drawing="offline"
        level={1}
        title={t('app.unreachable.title')}
        action={<Button onPress={retry}>{t('app.unreachable.retry')}</Button>}
      >
        {t('app.unreachable.text')}
      </EmptyState>
    </DefaultLayout>
  )
}
