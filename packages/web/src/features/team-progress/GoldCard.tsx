import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { tellApart } from '@postil/domain/people/full-name'
import { Link } from 'react-router'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { formatShortPercent } from '../../i18n/index.ts'
import { Cell, HeaderCell, Row, Table } from '../../ui/display/Table.tsx'
import { goldUrl } from '../feedback/url/gold-url.ts'
import { Card } from './Card.tsx'
import cardStyles from './cards.module.css'
import { PersonCell } from './PersonCell.tsx'
import tableStyles from './people.module.css'

type Accuracy = TeamProgress['gold'][number]

interface GoldCardProps {
  datasetId: string
  progress: TeamProgress
  datasetName: string
}

/** How many of each person's answers to gold records are right, question by question; nothing without gold records. */
export function GoldCard({ datasetId, progress: { gold, records }, datasetName }: GoldCardProps) {
  if (gold.length === 0 && records.gold === 0) return null
  const questions = new Map(gold.map(({ question, title }) => [question, title]))
  const nameOf = tellApart(gold)
  const people = new Map(gold.map((one) => [one.user_id, nameOf(one)]))
  const figures = new Map(gold.map((one) => [keyOf(one.user_id, one.question), one]))
  const columns = [
    t('team.column.name'),
    t('team.column.username'),
    t('team.column.question'),
    t('team.gold.column.answers'),
    t('team.gold.column.right'),
    t('team.gold.column.share'),
    t('team.gold.column.low'),
    t('team.gold.column.high'),
  ]
  const rows = gold.map(({ user_id, username, question, answers, right, interval: [low, high] }) => [
    ...[people.get(user_id) ?? '', username, question, answers, right, right / answers, low, high],
  ])
  return (
    <div className={tableStyles.wide}>
      <Card
        title={t('team.gold')}
        lead={t('team.gold.lead', { count: records.gold })}
        figures={{ columns, rows }}
        datasetName={datasetName}
      >
        {gold.length === 0 ? (
          <p className={cardStyles.quiet}>{t('team.gold.none')}</p>
        ) : (
          <div className={tableStyles.frame}>
            <Table label={t('team.gold')} className={tableStyles.table}>
              <thead>
                <tr>
                  <HeaderCell>{t('team.column.name')}</HeaderCell>
                  {[...questions].map(([question, title]) => (
                    <HeaderCell key={question} align="end">
                      {title}
                    </HeaderCell>
                  ))}
                </tr>
              </thead>
              <tbody>
                {[...people].map(([id, name]) => (
                  <Row key={id}>
                    <PersonCell name={name} />
                    {[...questions].map(([question, title]) => (
                      <Cell key={question} isNumber data-label={title}>
                        <Share of={figures.get(keyOf(id, question))} />
                      </Cell>
                    ))}
                  </Row>
                ))}
              </tbody>
            </Table>
          </div>
        )}
        {records.gold > 0 && <Link to={goldUrl(datasetId)}>{t('team.gold.show')}</Link>}
      </Card>
    </div>
  )
}

function keyOf(userId: string, question: string): string {
  return `${userId} ${question}`
}

/** The share of right answers, its interval, and the number of answers. */
function Share({ of }: { of: Accuracy | undefined }) {
  if (!of) return '–'
  const {
    right,
    answers,
    interval: [low, high],
  } = of
  return (
    <span>
      <strong>{formatShortPercent(right / answers)} </strong>
      <span className={cardStyles.quiet}>
        {t('team.gold.figures', { low: formatShortPercent(low), high: formatShortPercent(high), right, answers })}
      </span>
    </span>
  )
}
