import type { DatasetAgreement } from '@postil/contract/feedback/team/agreement'
import { namesById } from '@postil/domain/people/full-name'
import { useQuery } from '@tanstack/react-query'
import { fetchAgreement } from '../../api/feedback/managed-datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { formatNumber, formatShortPercent } from '../../i18n/index.ts'
import { Cell, HeaderCell, Row, Table } from '../../ui/display/Table.tsx'
import { figure, range, rangeOfShares } from '../agreement/figure.ts'
import { Card } from './Card.tsx'
import { PersonCell } from './PersonCell.tsx'
import tableStyles from './people.module.css'

interface AgreementCardProps {
  datasetId: string
  datasetName: string
}

/**
 * How far each person agrees with the others, question by question. It is computed once when the page is opened, as it reads all answers; nothing is shown
 * before, or when nobody has answered the same record as somebody else.
 */
export function AgreementCard({ datasetId, datasetName }: AgreementCardProps) {
  const { data } = useAgreement(datasetId)
  const questions = (data?.questions ?? []).filter(({ people_agreement }) => people_agreement.length > 0)
  const people = peopleOf(questions, data?.users ?? [])
  if (people.length === 0) return null
  const columns = [
    ...[t('team.column.name'), t('team.column.username')],
    ...questions.flatMap(({ name }) => [
      t('team.agreement.column.comparisons', { question: name }),
      ...withInterval(t('team.agreement.column.identical', { question: name })),
      ...withInterval(t('team.agreement.column.alpha', { question: name })),
    ]),
  ]
  const rows = people.map(({ name, username, figures }) => [
    ...[name, username],
    ...questions.flatMap(({ id }) => {
      const found = figures.get(id)
      return [
        found?.comparisons ?? '',
        ...[found?.percent ?? '', ...(found?.percent_interval ?? ['', ''])],
        ...[found?.alpha ?? '', ...(found?.interval ?? ['', ''])],
      ]
    }),
  ])
  return (
    <div className={tableStyles.wide}>
      <Card
        title={t('team.agreement')}
        lead={t('team.agreement.lead')}
        figures={{ columns, rows }}
        datasetName={datasetName}
      >
        <div className={tableStyles.frame}>
          <Table label={t('team.agreement')} className={tableStyles.table}>
            <thead>
              <tr>
                <HeaderCell>{t('team.column.name')}</HeaderCell>
                {questions.map(({ id, title }) => (
                  <HeaderCell key={id} align="end">
                    {title}
                  </HeaderCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map(({ id, name, figures }) => (
                <Row key={id}>
                  <PersonCell name={name} />
                  {questions.map((question) => (
                    <Cell key={question.id} isNumber data-label={question.title}>
                      <Figures of={figures.get(question.id)} />
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      </Card>
    </div>
  )
}

/** The agreement on each question. It reads all answers: computed once for all that show it. */
export function useAgreement(datasetId: string) {
  return useQuery({
    queryKey: [...queryKeys.dataset(datasetId), 'agreement'],
    queryFn: () => fetchAgreement(datasetId),
    staleTime: Number.POSITIVE_INFINITY,
    meta: SILENT,
  })
}

type Question = DatasetAgreement['questions'][number]
type PersonFigures = Question['people_agreement'][number]

/** Columns of a figure and of the ends of its interval. */
function withInterval(figure: string): string[] {
  return [figure, t('team.agreement.column.low', { figure }), t('team.agreement.column.high', { figure })]
}

/** The coefficient, where the question has one, and the share of equal answers, each with its interval. */
function Figures({ of }: { of: PersonFigures | undefined }) {
  if (!of) return '–'
  const { alpha, interval, percent, percent_interval, comparisons } = of
  return (
    <span title={t('team.agreement.of', { count: comparisons, comparisons: formatNumber(comparisons) })}>
      {alpha !== null && (
        <span className={tableStyles.line}>
          <strong>{`α ${figure(alpha)}`}</strong> {interval && range(interval)}
        </span>
      )}
      <span className={tableStyles.line}>
        {formatShortPercent(percent)} {percent_interval && rangeOfShares(percent_interval)}
      </span>
    </span>
  )
}

/** Everybody with a figure, the one with the least agreement on any question first. */
function peopleOf(questions: readonly Question[], users: DatasetAgreement['users']) {
  const names = namesById(users)
  const usernames = new Map(users.map(({ id, username }) => [id, username]))
  const byPerson = new Map<string, Map<string, PersonFigures>>()
  for (const { id, people_agreement } of questions)
    for (const figures of people_agreement) {
      const ofPerson = byPerson.get(figures.user_id) ?? new Map<string, PersonFigures>()
      byPerson.set(figures.user_id, ofPerson.set(id, figures))
    }
  const least = (figures: ReadonlyMap<string, PersonFigures>) =>
    Math.min(...[...figures.values()].map(({ alpha, percent }) => alpha ?? percent))
  return [...byPerson]
    .map(([id, figures]) => ({
      id,
      name: names.get(id) ?? t('team.somebody'),
      username: usernames.get(id) ?? '',
      figures,
    }))
    .sort((one, other) => least(one.figures) - least(other.figures))
}
