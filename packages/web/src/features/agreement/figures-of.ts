import type { QuestionAgreementBody } from '@postil/contract/feedback/team/agreement'
import { t } from '../../i18n/areas/team/agreement.ts'
import type { Figures } from '../exporting/save-csv.ts'
import { pairName } from './PairTable.tsx'

/** All figures as one table: for each question a row of everybody, of each pair of people and of each label; cells without a figure are empty. */
export function figuresOf(questions: readonly QuestionAgreementBody[], nameOf: (userId: string) => string): Figures {
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
