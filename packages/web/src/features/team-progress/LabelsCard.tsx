import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { inScaleOrder } from '@postil/domain/options/scale-order'
import { useContext, useState } from 'react'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { formatNumber } from '../../i18n/index.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { Card } from './Card.tsx'
import cardStyles from './cards.module.css'
import styles from './LabelsCard.module.css'
import { WordsContext } from './team-words.ts'

/** Number of labels shown at first. */
const SHOWN = 12

interface LabelsCardProps {
  questions: TeamProgress['questions']
  datasetName: string
}

/**
 * A bar chart of how often each label of a question was answered, with a mark at the number of suggestions. Of a
 * ranking, how often each option was ranked first.
 */
export function LabelsCard({ questions: counted, datasetName }: LabelsCardProps) {
  const questions = counted.map((one) => ({ ...one, labels: inScaleOrder(one.type, one.labels) }))
  const words = useContext(WordsContext)
  const [name, setName] = useState<string>()
  const [isAll, setAll] = useState(false)
  const question =
    questions.find((one) => one.name === name) ?? questions.find((one) => one.labels.length > 0) ?? questions[0]
  const labels = question?.labels ?? []
  const most = Math.max(1, ...labels.map(({ answers, suggested }) => Math.max(answers, suggested)))
  const shown = isAll ? labels : labels.slice(0, SHOWN)
  const hasTexts = questions.some((one) => one.labels.some(({ text }) => text !== undefined))
  const columns = [
    ...(words.hasQuestions ? [t('team.column.question')] : []),
    t('team.column.label'),
    ...(hasTexts ? [t('team.column.text')] : []),
    words.answersColumn,
    words.suggestedColumn,
  ]
  const rows = questions.flatMap((one) =>
    one.labels.map(({ label, text = label, answers, suggested }) => [
      ...(words.hasQuestions ? [nameOf(one)] : []),
      ...[label, ...(hasTexts ? [text] : []), answers, suggested],
    ]),
  )
  return (
    <Card title={words.labels} figures={{ columns, rows }} datasetName={datasetName}>
      {questions.length > 1 && (
        <Select
          aria-label={t('team.labels.question')}
          size="small"
          value={question?.name ?? null}
          onChange={setName}
          choices={questions.map((one) => ({ value: one.name, label: one.title }))}
        />
      )}
      {labels.length === 0 && (
        <p className={cardStyles.quiet}>{question?.type === 'text' ? words.noLabelsOfText : words.noLabels}</p>
      )}
      {question?.type === 'ranking' && <p className={cardStyles.quiet}>{t('team.labels.ofRanking')}</p>}
      {labels.some(({ suggested }) => suggested > 0) && (
        <p className={styles.legend}>
          <i className={styles.tick} /> {words.suggestedMark}
        </p>
      )}
      <ul className={styles.labels}>
        {shown.map(({ label, text = label, answers, suggested }) => (
          <li key={label} title={t('team.labels.bar', { label: text, answers, suggested })}>
            <span className={styles.label}>{text}</span>
            <span className={styles.track} aria-hidden="true">
              <i className={styles.fill} style={{ width: `${(answers / most) * 100}%` }} />
              {suggested > 0 && <i className={styles.tick} style={{ left: `${(suggested / most) * 100}%` }} />}
            </span>
            <span className={styles.count}>{formatNumber(answers)}</span>
          </li>
        ))}
      </ul>
      {labels.length > shown.length && (
        <Button size="small" variant="quiet" onPress={() => setAll(true)}>
          {t('team.labels.more', { count: labels.length - shown.length })}
        </Button>
      )}
    </Card>
  )
}

function nameOf({ name, type }: Pick<TeamProgress['questions'][number], 'name' | 'type'>): string {
  return type === 'ranking' ? t('team.labels.firstOf', { question: name }) : name
}
