import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { type Forecast, forecast } from '@postil/domain/progress/forecast'
import { type ReactNode, useContext } from 'react'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { formatNumber, formatShortPercent } from '../../i18n/index.ts'
import { Card } from './Card.tsx'
import styles from './Completion.module.css'
import { CompletionCurve } from './CompletionCurve.tsx'
import { formatDay } from './format-day.ts'
import { WordsContext } from './team-words.ts'

interface CompletionCardProps {
  progress: TeamProgress
  /** The first day that the curve and the answers are about; all days if undefined. */
  since: string | undefined
  datasetName: string
  /** Below the number of answers. */
  note: string
}

/** Progress of the whole dataset: completed records, the pace, and a forecast of the finish. */
export function CompletionCard({ progress, since, datasetName, note }: CompletionCardProps) {
  const { records, days, today } = progress
  const words = useContext(WordsContext)
  const isShown = ({ date }: { date: string }) => since === undefined || date >= since
  const answers = since ? days.filter(isShown).reduce((sum, day) => sum + day.answers, 0) : progress.answers
  const ahead = forecast(days, records, today)
  const isDone = records.total > 0 && records.completed === records.total
  let soFar = 0
  const rows = days.flatMap(({ date, answers: given, completed }) => {
    soFar += completed
    return isShown({ date }) ? [[date, given, completed, soFar]] : []
  })
  const columns = [
    t('team.column.day'),
    words.answersColumn,
    t('team.column.completedThen'),
    t('team.column.completedSoFar'),
  ]
  return (
    <Card title={words.completed} figures={{ columns, rows }} datasetName={datasetName}>
      <dl className={styles.figures}>
        <Figure
          label={t('team.figure.complete')}
          note={t('team.figure.of', { count: records.completed, total: records.total })}
        >
          {formatShortPercent(records.total === 0 ? 0 : records.completed / records.total)}
        </Figure>
        <Figure
          label={t('team.figure.pace')}
          note={
            ahead
              ? t('team.figure.between', { low: Math.round(ahead.slower), high: Math.round(ahead.faster) })
              : t('team.figure.paceLater')
          }
        >
          {ahead ? t('team.figure.aDay', { count: Math.round(ahead.perDay) }) : '–'}
        </Figure>
        <Figure
          label={t('team.figure.finish')}
          isGood
          note={isDone ? t('team.figure.finished') : ahead ? finishNote(ahead) : t('team.figure.noFinish')}
        >
          {isDone ? formatDay(days.at(-1)?.date ?? today) : ahead ? formatDay(ahead.date) : '–'}
        </Figure>
        <Figure label={since ? words.answersThisWeek : words.answers} note={note}>
          {formatNumber(answers)}
        </Figure>
      </dl>
      <CompletionCurve progress={progress} since={since} ahead={ahead} />
    </Card>
  )
}

function finishNote({ earliest, latest }: Forecast): string {
  if (earliest === latest) return t('team.figure.steady')
  return t('team.figure.finishBetween', { earliest: formatDay(earliest), latest: formatDay(latest) })
}

interface FigureProps {
  label: string
  note: string
  isGood?: boolean
  children: ReactNode
}

function Figure({ label, note, isGood, children }: FigureProps) {
  return (
    <div className={styles.figure} data-good={isGood || undefined}>
      <dt>{label}</dt>
      <dd className={styles.value}>{children}</dd>
      <dd className="note">{note}</dd>
    </div>
  )
}
