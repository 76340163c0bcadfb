import { type ComponentType, Suspense, useEffect, useTransition } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { OneColumn } from '../../ui/layout/layouts.tsx'
import { lazy } from '../../ui/loading/lazy.tsx'

export type LoadPage = () => Promise<ComponentType>

/** Load a page's code while the previous page stays. While the server is unreachable, a placeholder page offers a retry. */
export async function loadPage(load: LoadPage): Promise<ComponentType> {
  const Page = lazy(load, { prefetch: false, placeholder: MissingPage })
  await Page.settle()
  return () => (
    <Suspense fallback={null}>
      <Page />
    </Suspense>
  )
}

/** Placeholder for a page whose code could not be loaded. */
function MissingPage({ onTryAgain }: { onTryAgain: () => void }) {
  const [isTrying, startTransition] = useTransition()

  useEffect(() => {
    const tryAgain = () => startTransition(onTryAgain)
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [onTryAgain])

  return (
    <OneColumn>
      <EmptyState
        drawing="offline"
        level={1}
        title={t('app.pageAway.title')}
        action={
          <Button isPending={isTrying} onPress={() => startTransition(onTryAgain)}>
            {t('app.unreachable.retry')}
          </Button>
        }
      >
        {t('app.pageAway.text')}
      </EmptyState>
    </OneColumn>
  )
}
