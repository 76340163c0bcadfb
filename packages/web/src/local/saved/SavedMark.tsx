import type { OutboxState } from '@postil/domain/outbox/reduce'
import { type SavedState, savedStates } from '@postil/domain/outbox/select'
import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import { memo, Suspense, useDeferredValue } from 'react'
import { Button as PressButton } from 'react-aria-components'
import { t } from '../../i18n/index.ts'
import { useOnline } from '../../ui/browser/use-online.ts'
import { Icon } from '../../ui/display/Icon.tsx'
import { lazy } from '../../ui/loading/lazy.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import type { Outbox } from '../outbox.ts'
import { useOutboxState } from '../use-outbox.ts'
import styles from './SavedMark.module.css'

const SavedDetails = lazy(() => import('./SavedDetails.tsx').then((m) => m.SavedDetails))

const ICONS = {
  saved: Check,
  saving: LoaderCircle,
  waiting: CloudOff,
  elsewhere: TriangleAlert,
  refused: TriangleAlert,
} as const

/** Shows where the user's answers are: saved on the server, being sent, or stored on this device. */
export function SavedMark({ outbox }: { outbox: Outbox }) {
  // Low priority: the next record renders before the mark.
  return <Mark outbox={outbox} state={useDeferredValue(useOutboxState(outbox))} />
}

const Mark = memo(function Mark({ outbox, state }: { outbox: Outbox; state: OutboxState }) {
  const isOnline = useOnline()
  const states = savedStates(state, isOnline)
  const [first] = states
  const words = states.map(wordsOf).join(' · ')
  return (
    <Popover
      label={t('saved.label', { state: words })}
      placement="bottom end"
      width={300}
      trigger={
        <PressButton className={styles.mark} data-kind={first?.kind} aria-label={t('saved.label', { state: words })}>
          <Icon icon={ICONS[first?.kind ?? 'saved']} />
          <span className={styles.words} aria-hidden="true">
            {words}
          </span>
        </PressButton>
      }
    >
      <Suspense fallback={<div className={styles.body} />}>
        <SavedDetails {...{ outbox, states, isOnline }} />
      </Suspense>
    </Popover>
  )
})

function wordsOf({ kind, count }: SavedState): string {
  switch (kind) {
    case 'saved':
      return t('saved.all')
    case 'saving':
      return t('saved.saving')
    case 'waiting':
      return t('saved.waiting', { count })
    case 'elsewhere':
      return t('saved.elsewhere', { count })
    case 'refused':
      return t('saved.refused', { count })
  }
}
