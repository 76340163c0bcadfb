import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Disagreements as Fetched } from '@postil/contract/feedback/team/agreement'
import { Check, Flag } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { Chip } from '../../ui/controls/Chip.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import { figure } from '../agreement/figure.ts'
import styles from './inbox.module.css'

/** A listed record; `isGone`: it would no longer be listed, since its answers have changed or, with filters, its decisions. */
export type Disagreement = Fetched['items'][number] & { isGone?: boolean }
export type Disagreements = Omit<Fetched, 'items'> & { items: Disagreement[] }

interface DisagreementListProps {
  disagreements: Disagreements
  /** Only records of this status are listed. */
  status: 'open' | 'resolved' | undefined
  questions: readonly Question[]
  /** Ids of records that somebody is not sure of. */
  doubtful: ReadonlySet<string>
  /** Index of the shown record. */
  shownAt: number
  onShow: (place: number) => void
}

/** The records with their agreement, lowest first. */
export function DisagreementList(props: DisagreementListProps) {
  const { disagreements, status, questions, doubtful, shownAt, onShow } = props
  const { items, open, resolved } = disagreements
  const count = status === undefined ? open + resolved : disagreements[status]
  const titles = new Map(questions.map(({ name, title }) => [name, title]))
  const shown = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever another record is shown
  useEffect(() => {
    shown.current?.scrollIntoView?.({ block: 'nearest' })
  }, [shownAt])
  return (
    <>
      {items.length < count && <p className={styles.first}>{t('disagreements.first', { count: items.length })}</p>}
      <ol className={styles.records} aria-label={t('disagreements.list')}>
        {items.map(({ record_id, external_id, text, questions: differing, is_gold, isGone }, place) => {
          const isResolved = !isGone && differing.every(({ is_resolved }) => is_resolved)
          return (
            <li key={record_id}>
              <button
                ref={place === shownAt ? shown : undefined}
                type="button"
                className={styles.record}
                data-resolved={isResolved || undefined}
                aria-current={place === shownAt || undefined}
                onClick={() => onShow(place)}
              >
                <span className={styles.text}>{text || external_id || record_id}</span>
                {isResolved && <Chip tone="verdigris">{t('disagreements.isResolved')}</Chip>}
                {isGone && <Chip>{t('disagreements.isGone')}</Chip>}
                {is_gold && <Chip tone="ochre">{t('disagreements.gold.mark')}</Chip>}
                {(isGone ? [] : differing).map(({ name, agreement, is_resolved }) => (
                  <span key={name} className={styles.figure}>
                    {is_resolved && !isResolved && (
                      <>
                        <Icon icon={Check} size={12} />
                        <span className="visuallyHidden">{t('disagreements.isResolved')}</span>
                      </>
                    )}
                    {titles.get(name) ?? name}
                    <meter className={styles.meter} min={0} max={1} value={agreement} aria-hidden="true" />
                    <b>{figure(agreement)}</b>
                  </span>
                ))}
                {doubtful.has(record_id) && (
                  <span className={styles.flag}>
                    <Icon icon={Flag} size={12} /> {t('disagreements.doubt')}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ol>
    </>
  )
}
