import type { TeamPerson, TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { tellApart } from '@postil/domain/people/full-name'
import { useContext } from 'react'
import { parseServerTime } from '../../api/server-time.ts'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { formatNumber, formatRelative } from '../../i18n/index.ts'
import { Cell, HeaderCell, Row, Table } from '../../ui/display/Table.tsx'
import { Card } from './Card.tsx'
import { PersonCell } from './PersonCell.tsx'
import tableStyles from './people.module.css'
import { WordsContext } from './team-words.ts'

/** Number of recent days with a bar of their own. */
const BARS = 15
const BAR_HEIGHT = 22

interface PeopleCardProps {
  progress: TeamProgress
  /** The first day whose answers are counted; all days if undefined. */
  since: string | undefined
  datasetName: string
}

/** What each user has answered, per day. */
export function PeopleCard({ progress, since, datasetName }: PeopleCardProps) {
  const { people, today } = progress
  const words = useContext(WordsContext)
  const apart = tellApart(people)
  const nameOf = (person: TeamPerson) => apart(person) || words.somebody
  const days = progress.days.filter(({ date }) => since === undefined || date >= since)
  const shown = days.map(({ date }) => date).filter((date) => date !== today)
  const bars = [...shown.slice(1 - BARS), today]
  const most = Math.max(1, ...people.flatMap((person) => person.days.map(({ answers }) => answers)))
  const columns = [
    t('team.column.name'),
    t('team.column.username'),
    t('team.column.today'),
    words.answersColumn,
    t('team.column.discarded'),
    ...(words.hasDrafts ? [t('team.column.drafts')] : []),
    t('team.column.takesSeconds'),
    words.last,
    ...days.map(({ date }) => date),
  ]
  const answers = new Map(people.map((person) => [person, new Map(person.days.map((day) => [day.date, day.answers]))]))
  const answersOn = (person: TeamPerson, date: string) => answers.get(person)?.get(date) ?? 0
  const total = (person: TeamPerson) =>
    since ? days.reduce((sum, { date }) => sum + answersOn(person, date), 0) : person.submitted
  const rows = people.map((person) => [
    nameOf(person),
    person.username ?? '',
    answersOn(person, today),
    total(person),
    person.discarded,
    ...(words.hasDrafts ? [person.draft] : []),
    person.seconds ?? '',
    person.last_answer_at === null ? '' : parseServerTime(person.last_answer_at),
    ...days.map(({ date }) => answersOn(person, date)),
  ])
  return (
    <Card title={t('team.people')} lead={words.peopleLead} figures={{ columns, rows }} datasetName={datasetName}>
      <div className={tableStyles.frame}>
        <Table label={t('team.people')} className={tableStyles.table}>
          <thead>
            <tr>
              <HeaderCell>{t('team.column.name')}</HeaderCell>
              <HeaderCell>{t('team.column.days')}</HeaderCell>
              <HeaderCell align="end">{t('team.column.today')}</HeaderCell>
              <HeaderCell align="end">{words.answersColumn}</HeaderCell>
              <HeaderCell align="end">{t('team.column.takes')}</HeaderCell>
              <HeaderCell align="end">{words.last}</HeaderCell>
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <Row key={person.user_id ?? person.username}>
                <PersonCell name={nameOf(person)} />
                <Cell>
                  <Bars counts={bars.map((date) => answersOn(person, date))} most={most} />
                </Cell>
                <Cell isNumber data-label={t('team.column.today')}>
                  {formatNumber(answersOn(person, today))}
                </Cell>
                <Cell isNumber data-label={words.answersColumn}>
                  <strong>{formatNumber(total(person))}</strong>
                </Cell>
                <Cell isNumber data-label={t('team.column.takes')}>
                  {person.seconds === null ? '–' : t('team.seconds', { count: person.seconds })}
                </Cell>
                <Cell isNumber data-label={words.last} className={tableStyles.last}>
                  {person.last_answer_at === null ? '–' : formatRelative(parseServerTime(person.last_answer_at))}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  )
}

interface BarsProps {
  /** A bar per day with its number of answers, today last. */
  counts: readonly number[]
  /** The largest count of all users, which determines the scale. */
  most: number
}

function Bars({ counts, most }: BarsProps) {
  const { bars } = useContext(WordsContext)
  const label = bars(counts.map((count) => formatNumber(count)).join(', '))
  return (
    <svg width={BARS * 6} height={BAR_HEIGHT} role="img" aria-label={label} className={tableStyles.bars}>
      {counts.map((count, at) => {
        const height = Math.max(1, (count / most) * BAR_HEIGHT)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position
            key={at}
            data-today={at === counts.length - 1 || undefined}
            x={at * 6}
            y={BAR_HEIGHT - height}
            width={4}
            height={height}
            rx={1}
          />
        )
      })}
    </svg>
  )
}
