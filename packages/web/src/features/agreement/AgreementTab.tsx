import type { QuestionAgreementBody } from '@postil/contract/feedback/team/agreement'
import { hasOptions, optionsOf } from '@postil/domain/options/question-options'
import { namesById } from '@postil/domain/people/full-name'
import { useQuery } from '@tanstack/react-query'
import { Download, RotateCw, Scale } from 'lucide-react'
import { refusalOf } from '../../api/errors.ts'
import { fetchAgreement } from '../../api/feedback/managed-datasets.ts'
import { questionsQuery } from '../../api/feedback/queries.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/agreement.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { LinkButton } from '../dataset-list/LinkButton.tsx'
import { type Figures, saveCsv } from '../exporting/save-csv.ts'
import styles from './Agreement.module.css'
import { pairName } from './PairTable.tsx'
import { QuestionCard } from './QuestionCard.tsx'

interface AgreementTabProps {
  datasetId: string
  /** Part of the file name of the download. */
  datasetName: string
}

/** The agreement of the submitted answers of a dataset: for each question its coefficients, an interpretation, and tables per pair of people and per label. */
export function AgreementTab({ datasetId, datasetName }: AgreementTabProps) {
  const agreement = useQuery({
    queryKey: [...queryKeys.dataset(datasetId), 'agreement'],
    queryFn: () => fetchAgreement(datasetId),
    meta: SILENT,
  })
  const asked = useQuery({ ...questionsQuery(datasetId), meta: SILENT }).data
  const again = (
    <Button icon={RotateCw} isDisabled={agreement.isFetching} onPress={() => void agreement.refetch()}>
      {t('agreement.again')}
    </Button>
  )
  if (agreement.isPending)
    return (
      <div role="status">
        <p className={styles.lead}>{t('agreement.waiting')}</p>
        <Skeleton height={240} />
      </div>
    )
  const isGone = refusalOf(agreement.error)?.status === 404
  if (agreement.isError)
    return (
      <div role="alert" className={styles.head}>
        <p className={styles.failed}>{t(isGone ? 'agreement.gone' : 'agreement.failed')}</p>
        {!isGone && again}
      </div>
    )
  const { questions, users } = agreement.data
  if (questions.every(({ records }) => records === 0))
    return (
      <EmptyState title={t('agreement.none.title')} action={again}>
        {t('agreement.none')}
      </EmptyState>
    )
  const names = namesById(users)
  const nameOf = (id: string) => names.get(id) ?? t('agreement.somebody')
  const textsOf = (questionId: string) => {
    const settings = asked?.find(({ id }) => id === questionId)?.settings
    const { offered = [], retired = [] } = settings && hasOptions(settings) ? optionsOf(settings) : {}
    return new Map([...offered, ...retired].map(({ value, text }) => [value, text]))
  }
  return (
    <>
      <div className={styles.head}>
        <p className={styles.lead}>{t('agreement.lead')}</p>
        <LinkButton href={`/dataset/${datasetId}/disagreements`} icon={Scale}>
          {t('agreement.decide')}
        </LinkButton>
        <Button
          icon={Download}
          onPress={() => saveCsv(`${datasetName} ${t('agreement.file')}`, figuresOf(questions, nameOf))}
        >
          {t('agreement.csv')}
        </Button>
        {again}
      </div>
      <div className={styles.questions}>
        {questions.map((question) => (
          <QuestionCard key={question.id} question={question} nameOf={nameOf} texts={textsOf(question.id)} />
        ))}
      </div>
    </>
  )
}

/** All figures as one table: for each question a row of everybody, of each pair of people and of each label; cells without a figure are empty. */
function figuresOf(questions: readonly QuestionAgreementBody[], nameOf: (userId: string) => string): Figures {
  const withInterval = (figure: string) => [
    figure,
    t('agreement.column.low', { figure }),
    t('agreement.column.high', { figure }),
  ]
  const columns = [
    ...[t('agreement.column.question'), t('agreement.column.of')],
    ...[t('agreement.column.records'), t('agreement.column.answers'), t('agreement.column.used')],
    ...withInterval(t('agreement.percent')),
    ...withInterval(t('agreement.alpha')),
    ...withInterval(t('agreement.alphaEqualSteps')),
    ...withInterval(t('agreement.cohen')),
    ...withInterval(t('agreement.fleiss')),
    ...withInterval(t('agreement.column.shared')),
  ]
  const rows = questions.flatMap(({ name, pairs, labels, ...all }) => [
    [
      ...[name, t('agreement.all'), all.records, all.answers, ''],
      ...cells(all.percent, all.percent_interval),
      ...cells(all.alpha, all.interval),
      ...cells(all.alpha_equal_steps, all.alpha_equal_steps_interval),
      ...cells(all.cohen, all.cohen_interval),
      ...cells(all.fleiss, all.fleiss_interval),
      ...cells(all.f1, all.f1_interval),
    ],
    ...pairs.map((pair) => [
      ...[name, pairName(pair.users, nameOf), pair.records, pair.records * 2, ''],
      ...cells(pair.percent, pair.percent_interval),
      ...cells(pair.alpha, pair.interval),
      ...NONE,
      ...cells(pair.kappa, pair.kappa_interval),
      ...NONE,
      ...NONE,
    ]),
    ...labels.map(({ label, used, f1, f1_interval, alpha, interval }) => [
      ...[name, label, '', '', used],
      ...NONE,
      ...cells(alpha, interval),
      ...[...NONE, ...NONE, ...NONE],
      ...cells(f1, f1_interval),
    ]),
  ])
  return { columns, rows }
}

/** A figure and the ends of its interval. */
function cells(figure: number | null, interval: readonly [number, number] | null): (number | string)[] {
  return [figure ?? '', ...(interval ?? ['', ''])]
}

const NONE = cells(null, null)
