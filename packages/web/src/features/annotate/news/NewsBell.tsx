import { LIMITS } from '@postil/contract/limits'
import { Bell } from 'lucide-react'
import { t } from '../../../i18n/areas/notices.ts'
import { formatNumber } from '../../../i18n/index.ts'
import { focusLost } from '../../../list/focus-lost.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { HeaderSlot } from '../../../ui/layout/HeaderSlot.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { untell } from '../../feedback/tell-once.ts'
import styles from './NewsBell.module.css'

/** What leads have decided or replied, and the user has not seen. */
export interface News {
  topic: 'decisions' | 'doubts'
  count: number
  text: string
  /** The time of the latest of it. */
  untilMs: number
  show: () => void
  dismiss: () => void
}

/**
 * In the header, where it covers and moves nothing: how much news there is from leads, from its toast until the user has seen or dismissed it. Opened, it lists
 * the news, with the way to the records. Toasts announce what is new, so the number is not announced.
 */
export function NewsBell({ news }: { news: readonly News[] }) {
  if (news.length === 0) return null
  const count = news.reduce((sum, one) => sum + one.count, 0)
  const most = LIMITS.countedDecisions
  // Beyond it, decisions are not counted.
  const shown = count > most ? `${formatNumber(most)}+` : formatNumber(count)
  return (
    <HeaderSlot place="saved">
      <span className={styles.bell}>
        <Popover
          label={t('annotate.news')}
          placement="bottom end"
          width={360}
          onOpenChange={(isOpen) => {
            if (isOpen) for (const { topic } of news) untell(topic)
          }}
          trigger={
            <Button icon={Bell} variant="quiet" size="medium" aria-label={t('annotate.news.count', { number: shown })}>
              {shown}
            </Button>
          }
        >
          {(close) => <NewsList news={news} onDone={close} />}
        </Popover>
      </span>
    </HeaderSlot>
  )
}

function NewsList({ news, onDone }: { news: readonly News[]; onDone: () => void }) {
  const after = (act: () => void) => () => {
    onDone()
    act()
    // After the sheet has tried to give the focus back to the button, which may be gone.
    requestAnimationFrame(() => requestAnimationFrame(focusLost))
  }
  return (
    <ul className={styles.list} aria-label={t('annotate.news')}>
      {news.map(({ topic, text, show, dismiss }) => (
        <li key={topic}>
          <p>{text}</p>
          <span className={styles.buttons}>
            <Button size="small" onPress={after(show)}>
              {t('annotate.decisions.show')}
            </Button>
            <Button size="small" variant="quiet" onPress={after(dismiss)}>
              {t('annotate.decisions.dismiss')}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}
