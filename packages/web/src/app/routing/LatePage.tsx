import { type ComponentType, useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { isChunkError, loadLate, remedyFor } from '../../ui/late-code.ts'
import { OneColumn } from '../../ui/layout/layouts.tsx'

export type LoadPage = () => Promise<ComponentType>

/** Load a page's code. While the server is away, a page comes in its place that tries again. */
export async function loadPage(load: LoadPage): Promise<ComponentType> {
  try {
    return await loadLate(load)
  } catch (error) {
    if (!(await canTryAgain(error))) throw error
    // The router asks only once: whoever comes again finds what was loaded meanwhile.
    let known: ComponentType | undefined
    const loadAgain = async () => {
      known = await loadLate(load)
      return known
    }
    return () => <LatePage known={known} load={loadAgain} />
  }
}

async function canTryAgain(error: unknown): Promise<boolean> {
  return isChunkError(error) && (await remedyFor(error)) === 'tryAgain'
}

interface LatePageProps {
  /** The page, when an earlier visit has brought it. */
  known: ComponentType | undefined
  load: LoadPage
}

/** What could not be loaded when it was gone to, but may be now. */
function LatePage({ known, load }: LatePageProps) {
  const [page, setPage] = useState(known && { Page: known })
  const [failure, setFailure] = useState<{ error: unknown }>()
  const [isTrying, setTrying] = useState(false)

  useEffect(() => {
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  })

  // The error page of the route says it.
  if (failure) throw failure.error
  if (page) return <page.Page />
  return (
    <OneColumn>
      <EmptyState
        drawing="offline"
        level={1}
        title={t('app.pageAway.title')}
        action={
          <Button isPending={isTrying} onPress={tryAgain}>
            {t('app.unreachable.retry')}
          </Button>
        }
      >
        {t('app.pageAway.text')}
      </EmptyState>
    </OneColumn>
  )

  function tryAgain(): void {
    setTrying(true)
    load()
      .then(
        (Page) => setPage({ Page }),
        async (error: unknown) => {
          if (!(await canTryAgain(error))) setFailure({ error })
        },
      )
      .finally(() => setTrying(false))
  }
}
