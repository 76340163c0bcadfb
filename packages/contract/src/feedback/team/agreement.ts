import { z } from 'zod'
import { NamedUser } from '../../account/named-user'
import { defineRoute } from '../../route'
import { text, uuid, word } from '../../shapes'
import { DatasetParams } from '../common'
import { QUESTION_TYPES } from '../settings/question-settings'

const figure = z.number().nullable()
const interval = z.tuple([z.number(), z.number()]).nullable()

/** Agreement of two people. */
const AgreementPair = z.object({
  /** Their ids. */
  users: z.tuple([z.string(), z.string()]),
  /** Records that both answered. */
  records: z.number(),
  /** Fraction of these records with equal answers. */
  percent: z.number(),
  /** The 95 % confidence interval of `percent` (Wilson). */
  percent_interval: interval,
  /** Cohen's kappa; label questions only. */
  kappa: figure,
  /** Its 95 % confidence interval (Fleiss, Cohen and Everitt 1969); null if it cannot be estimated from these records. */
  kappa_interval: interval,
  /** Krippendorff's alpha of these two people, with the expected disagreement from the answers of all people; null for texts. */
  alpha: figure,
  /** The 95 % confidence interval of alpha; null if it cannot be estimated from these records: one record, or the same distance, other than 0, on all of them. */
  interval,
})

/** Agreement of one person with everybody who answered the same records. */
const AgreementPerson = z.object({
  user_id: z.string(),
  /** Answers of others to the records that they answered. */
  comparisons: z.number(),
  /** Fraction of these answers that equal theirs. */
  percent: z.number(),
  /** The 95 % confidence interval of `percent` (Wilson, with as many cases as records). */
  percent_interval: interval,
  /** Krippendorff's alpha over these comparisons, with the expected disagreement from the answers of all people; null for texts. */
  alpha: figure,
  /** The 95 % confidence interval of alpha; null in the same cases as that of a pair. */
  interval,
})

/** One label, rating or option against all others. */
const AgreementLabel = z.object({
  label: z.string(),
  /** Number of answers that use the label; for spans, the number of spans with it. */
  used: z.number(),
  /** Fraction of the other answers to a record that use the label too, where one answer does. */
  f1: figure,
  /** The 95 % confidence interval of `f1`; null if it cannot be estimated from these records. */
  f1_interval: interval,
  /** Krippendorff's alpha of the binary decision whether to use the label; null for spans. */
  alpha: figure,
  /** The 95 % confidence interval of alpha, by the same resamples as that of the question; null in the same cases. */
  interval,
})

const QuestionAgreement = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  type: z.enum(QUESTION_TYPES),
  /** Number of records with two or more submitted answers, and of these answers. */
  records: z.number(),
  answers: z.number(),
  people: z.number(),
  /** Fraction of the pairs of answers to the same record that are equal. */
  percent: figure,
  /** The 95 % confidence interval of `percent` (Wilson, with as many cases as records). */
  percent_interval: interval,
  /** Krippendorff's alpha on the scale of the question type, for ratings the ordinal one; null for texts. */
  alpha: figure,
  /** The 95 % confidence interval of alpha; where all answers agree, its lower end is what records not seen may still change. Null if these records do not tell it: one record, or answers that are equally far apart on all of them. */
  interval,
  /** For ratings: Krippendorff's alpha on the interval scale, which takes the steps between ratings as equal. */
  alpha_equal_steps: figure,
  /** Its 95 % confidence interval; null in the same cases as that of alpha. */
  alpha_equal_steps_interval: interval,
  /** Cohen's kappa, for single-label questions that exactly two people answered. */
  cohen: figure,
  /** Its 95 % confidence interval (Fleiss, Cohen and Everitt 1969); null if it cannot be estimated from these records. */
  cohen_interval: interval,
  /** Fleiss' kappa, for single-label questions if all records have the same number of answers. */
  fleiss: figure,
  /** Its 95 % confidence interval, by the same resamples as that of alpha. */
  fleiss_interval: interval,
  /** For spans: fraction of the spans that another person marked with the same label, start and end. */
  f1: figure,
  /** The 95 % confidence interval of `f1`; null if it cannot be estimated from these records. */
  f1_interval: interval,
  verdict: z.enum(['unknown', 'reliable', 'tentative', 'weak', 'chance']),
  /** A one-sentence interpretation of the figures. */
  meaning: z.string(),
  /** Ordered by the number of common records, most first; at most 500. */
  pairs: z.array(AgreementPair),
  /** The least agreement first; at most 500. */
  people_agreement: z.array(AgreementPerson),
  /** Most used first; at most 500. */
  labels: z.array(AgreementLabel),
})
export type QuestionAgreementBody = z.output<typeof QuestionAgreement>

export const DatasetAgreement = z.object({
  questions: z.array(QuestionAgreement),
  /** The people that occur in the pairs. */
  users: z.array(NamedUser),
})
export type DatasetAgreement = z.output<typeof DatasetAgreement>

/** A record that people answered differently. */
const Disagreement = z.object({
  record_id: z.string(),
  external_id: z.string().nullable(),
  /** The beginning of the record's first non-empty field. */
  text: z.string(),
  /** Questions whose submitted answers differ. */
  questions: z.array(
    z.object({
      name: z.string(),
      /** Mean over all pairs of answers, from 0 (nothing in common) to 1 (equal). */
      agreement: z.number(),
      answers: z.number(),
      is_resolved: z.boolean(),
    }),
  ),
  is_gold: z.boolean(),
})

export const Disagreements = z.object({
  /** Least agreement first, resolved records last; at most 1,000. */
  items: z.array(Disagreement),
  /** Number of records with an unresolved question, whatever the `status` of the query. */
  open: z.number(),
  /** Number of records whose differing questions are all resolved, whatever the `status` of the query. */
  resolved: z.number(),
  /** Everybody whose answer differs from another, whatever the query. */
  users: z.array(NamedUser),
})
export type Disagreements = z.output<typeof Disagreements>

/** Which disagreements are listed. */
const DisagreementQuery = z.object({
  /** Name of a question: only its disagreements. */
  question: text().optional(),
  /** Id of a user: only questions that this user has answered. */
  user_id: uuid().optional(),
  /** Only records with an unresolved question among those listed, or only the others. */
  status: word(['open', 'resolved']).optional(),
})
export type DisagreementQuery = z.output<typeof DisagreementQuery>

/** The agreement of a dataset's submitted answers, and the records where they differ. */
export const agreementRoutes = {
  getDatasetAgreement: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/agreement',
    summary: 'The agreement of the submitted answers: for each question, pair of people and label.',
    tag: 'Datasets',
    access: { can: 'responses.readAll', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: DatasetAgreement,
    status: 200,
    errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'],
  }),
  listDisagreements: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/disagreements',
    summary: 'Records with differing submitted answers, those with the least agreement first.',
    tag: 'Datasets',
    access: { can: 'responses.readAll', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    query: DisagreementQuery,
    reply: Disagreements,
    status: 200,
    errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'],
  }),
}
