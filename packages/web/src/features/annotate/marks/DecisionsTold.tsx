import { useEffect, useEffectEvent } from 'react'
import { t } from '../../../i18n/areas/notices.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { type FromHere, useNewDecisions } from '../../feedback/decisions/use-new-decisions.ts'
import { toastPosition } from '../use-answering.ts'

/**
 * Tells the user once a visit that leads have decided on records of theirs, and leads to these, until the user has looked. Draws nothing: a line would
 * move the questions while the user answers them.
 */
export function DecisionsTold(from: FromHere) {
  const news = useNewDecisions(from)
  const isNew = news !== undefined
  const tell = useEffectEvent(() => {
    if (!news) return
    toasts.notify({
      type: 'info',
      about: 'decisions',
      position: toastPosition(),
      message: t('annotate.decisions', { count: news.records }),
      action: { label: t('annotate.decisions.show'), run: news.show },
    })
  })
  useEffect(() => {
    if (isNew) tell()
  }, [isNew])
  return null
}
