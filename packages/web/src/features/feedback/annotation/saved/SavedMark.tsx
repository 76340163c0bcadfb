import { type SavedMark as Mark, savedMark } from '@postil/domain/outbox/select'
import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useDeferredValue } from 'react'
import { Button as PressButton } from 'react-aria-components'
import { Link } from 'react-router'
import { t } from '../../../../i18n/index.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { Popover } from '../../../../ui/Popover.tsx'
import { useOnline } from '../../../../ui/use-online.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutboxState } from '../../outbox/use-outbox.ts'
import styles from './SavedMark.module.css'

const ICONS = { saved: Check, saving: LoaderCircle, waiting: CloudOff, refused: TriangleAlert } as const

/** Where the user's answers are, always true: on the server, on their way, or safe on this device. */
export function SavedMark({ outbox }: { outbox: Outbox }) {
  // The next record is drawn first, the mark right after it.
  const state = useDeferredValue(useOutboxState(outbox))
  const isOnline = useOnline()
  const mark = savedMark(state, isOnline)
  const refused = state.entries.filter((entry) => entry.state === 'refused')
  const isToChoose = refused.length > 0 && refused.every(({ refusal }) => refusal?.isAnsweredElsewhere)
  const words = isToChoose ? t('saved.elsewhere', { count: refused.length }) : wordsOf(mark)
  return (
    <Popover
      label={t('saved.label', { state: words })}
      placement="bottom end"
      width={300}
      trigger={
        <PressButton className={styles.mark} data-kind={mark.kind} aria-label={t('saved.label', { state: words })}>
          <Icon icon={ICONS[mark.kind]} />
          <span className={styles.words} aria-hidden="true">
            {words}
          </span>
        </PressButton>
      }
    >
      <div className={styles.body}>
        <p>{isToChoose ? t('saved.explain.elsewhere') : explain(mark, isOnline)}</p>
        {mark.kind === 'waiting' && (
          <Button size="small" onPress={() => outbox.resume()}>
            {t('saved.tryNow')}
          </Button>
        )}
        {refused.length > 0 && !isToChoose && <h3 className={styles.heading}>{t('saved.refusedTitle')}</h3>}
        {refused.map((entry) => (
          <div key={entry.id} className={styles.refused}>
            <p>
              {entry.refusal?.isAnsweredElsewhere ? t('annotate.elsewhere.short') : entry.refusal?.messages.join('\n')}
            </p>
            <Link to={`/dataset/${entry.datasetId}/annotation-mode?record=${entry.recordId}`}>
              {t('annotate.refusedOpen')}
            </Link>
          </div>
        ))}
      </div>
    </Popover>
  )
}

function wordsOf(mark: Mark): string {
  switch (mark.kind) {
    case 'saved':
      return t('saved.all')
    case 'saving':
      return t('saved.saving')
    case 'waiting':
      return t('saved.waiting', { count: mark.count })
    case 'refused':
      return t('saved.refused', { count: mark.count })
  }
}

function explain(mark: Mark, isOnline: boolean): string {
  if (mark.kind === 'waiting' && !isOnline) return t('saved.explain.offline')
  switch (mark.kind) {
    case 'saved':
      return t('saved.explain.all')
    case 'saving':
      return t('saved.explain.saving')
    case 'waiting':
      return t('saved.explain.waiting')
    case 'refused':
      return t('saved.explain.refused')
  }
}
