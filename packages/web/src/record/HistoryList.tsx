import type { ReactNode, Ref } from 'react'
import { t } from '../i18n/areas/notices.ts'
import { formatWireTime } from '../i18n/index.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Skeleton } from '../ui/display/Skeleton.tsx'
import styles from './HistoryList.module.css'

/** One line of a record's history. */
export interface HistoryEntry {
  key: string
  sentence: string
  /** Undefined for what was there before all known changes. */
  at: string | undefined
  /** The answers in this change, or other parts of the record, as text; `was`: before the change. */
  answers: readonly { title: string; words: string; was?: string | undefined }[]
  /** Whether the change removed these answers. */
  isRemoved?: boolean
}

interface HistoryListProps<Entry extends HistoryEntry> {
  /** Undefined while they are loading. */
  entries: readonly Entry[] | undefined
  /** Shown if there are no entries. */
  none: string
  isFailed: boolean
  /** Whether older changes are left out. */
  isCut: boolean
  /** What the user can do with an entry. */
  actionsOf: (entry: Entry) => ReactNode
  /** To focus the heading when a pressed button is gone with what it restored. */
  headingRef: Ref<HTMLHeadingElement>
}

/** The changes of a record: who did what and when, with what the record had before and after. */
export function HistoryList<Entry extends HistoryEntry>(props: HistoryListProps<Entry>) {
  const { entries, none, isFailed, isCut, actionsOf, headingRef } = props
  if (isFailed) return <p className="note">{t('history.failed')}</p>
  if (!entries) return <Skeleton height={64} />
  return (
    <>
      <h3 ref={headingRef} tabIndex={-1} className={styles.heading}>
        {t('history.title')}
      </h3>
      {entries.length === 0 && <p className="note">{none}</p>}
      <ol className={styles.list} aria-label={t('history.title')}>
        {entries.map((entry) => (
          <li key={entry.key} className={styles.line}>
            <p>{entry.sentence}</p>
            {entry.at && (
              <time className="note" dateTime={`${entry.at}Z`}>
                {formatWireTime(entry.at)}
              </time>
            )}
            {entry.answers.length > 0 && (
              <dl className={styles.answers} data-removed={entry.isRemoved || undefined}>
                {entry.answers.map(({ title, words, was }) => (
                  <div key={title}>
                    <dt>{title}</dt>
                    <dd>
                      {was !== undefined && (
                        <>
                          <del>
                            <bdi>{was}</bdi>
                          </del>{' '}
                        </>
                      )}
                      <bdi>{words}</bdi>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            {actionsOf(entry)}
          </li>
        ))}
      </ol>
      {isCut && <p className="note">{t('history.cut')}</p>}
    </>
  )
}

/** The history of a record before the user has answered it: hidden until the user asks for it. */
export function HiddenHistory({ onShow }: { onShow: () => void }) {
  return (
    <>
      <h3 className={styles.heading}>{t('history.title')}</h3>
      <p className="note">{t('history.blind')}</p>
      <Button size="small" onPress={onShow}>
        {t('history.show')}
      </Button>
    </>
  )
}
