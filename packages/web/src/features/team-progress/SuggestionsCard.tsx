import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { useContext } from 'react'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { formatShortPercent } from '../../i18n/index.ts'
import { Card } from './Card.tsx'
import cardStyles from './cards.module.css'
import styles from './SuggestionsCard.module.css'
import { WordsContext } from './team-words.ts'

type Outcome = TeamProgress['suggestions'][number]

interface SuggestionsCardProps {
  suggestions: readonly Outcome[]
  /** Title of a question, by its name. */
  titleOf?: (question: string) => string
  datasetName: string
}

/** For each agent and question: how many suggestions were accepted, changed, or not answered yet. */
export function SuggestionsCard({ suggestions, titleOf = (name) => name, datasetName }: SuggestionsCardProps) {
  const words = useContext(WordsContext)
  const columns = [
    t('team.column.agent'),
    ...(words.hasQuestions ? [t('team.column.question')] : []),
    words.suggestedColumn,
    words.acceptedColumn,
    words.changedColumn,
    words.unseenColumn,
  ]
  const rows = suggestions.map(({ agent, question, suggested, answered, accepted, changed }) => [
    agent ?? t('team.noAgent'),
    ...(words.hasQuestions ? [question] : []),
    ...[suggested, accepted, changed, suggested - answered],
  ])
  const isOneQuestion = new Set(suggestions.map(({ question }) => question)).size <= 1
  return (
    <Card title={words.suggestions} figures={{ columns, rows }} datasetName={datasetName}>
      {suggestions.length === 0 && <p className={cardStyles.quiet}>{words.noSuggestions}</p>}
      {suggestions.map((one) => (
        <div key={JSON.stringify([one.agent, one.question])} className={styles.outcome}>
          <span className={styles.head}>
            <code>{one.agent ?? t('team.noAgent')}</code>
            {!isOneQuestion && <span className={cardStyles.quiet}>{titleOf(one.question)}</span>}
            <span className={styles.count}>{words.suggested(one.suggested)}</span>
          </span>
          <OutcomeBar outcome={one} />
        </div>
      ))}
    </Card>
  )
}

function OutcomeBar({ outcome: { suggested, answered, accepted, changed } }: { outcome: Outcome }) {
  const seen = suggested === 0 ? 0 : answered / suggested
  const ofSeen = accepted + changed === 0 ? 0 : accepted / (accepted + changed)
  const parts = [
    { kind: 'accepted', share: seen * ofSeen },
    { kind: 'changed', share: seen * (1 - ofSeen) },
    { kind: 'unseen', share: 1 - seen },
  ] as const
  return (
    <>
      <ShareBar parts={parts} />
      <span className={styles.shares}>
        {parts.map(({ kind, share }) => (
          <span key={kind}>{t('team.share', { word: t(`team.${kind}`), share: formatShortPercent(share) })}</span>
        ))}
      </span>
    </>
  )
}

interface ShareBarProps {
  /** Shares from 0 to 1; the part of no special kind stays empty. */
  parts: readonly { kind: 'accepted' | 'changed' | 'unseen'; share: number }[]
}

/** A bar divided into parts. */
export function ShareBar({ parts }: ShareBarProps) {
  return (
    <span className={styles.bar} aria-hidden="true">
      {parts.map(({ kind, share }) => (
        <i key={kind} data-kind={kind} style={{ width: `${share * 100}%` }} />
      ))}
    </span>
  )
}
