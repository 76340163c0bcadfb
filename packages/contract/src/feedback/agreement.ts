import { z } from 'zod'
import { defineRoute } from '../route'
import { DatasetParams } from './common'
import { QUESTION_TYPES } from './question-settings'

const figure = z.number().nullable()

/** How the answers of two people compare. */
const AgreementPair = z.object({
  /** Their ids. */
  users: z.tuple([z.string(), z.string()]),
  /** Records that both answered. */
  records: z.number(),
  /** Share of these with the same answer. */
  percent: z.number(),
  /** Cohen's kappa; label questions only. */
  kappa: figure,
  /** Krippendorff's alpha of these two, by what chance gives with everybody's answers; not of texts. */
  alpha: figure,
})

/** One label, rating or option against all others. */
const AgreementLabel = z.object({
  label: z.string(),
  /** How many answers use it; of spans, how many are marked with it. */
  used: z.number(),
  /** Where one uses it, how often another does, too. */
  f1: figure,
  /** Krippendorff's alpha of "uses it or not"; not of spans. */
  alpha: figure,
})

const QuestionAgreement = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  type: z.enum(QUESTION_TYPES),
  /** Records with two submitted answers or more, and these answers. */
  records: z.number(),
  answers: z.number(),
  people: z.number(),
  /** Share of pairs of answers to the same record that are the same. */
  percent: figure,
  /** Krippendorff's alpha on the scale that fits the question; not of texts. */
  alpha: figure,
  /** Its 95 % interval. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
  /** Cohen's kappa, when two people answered labels. */
  cohen: figure,
  /** Fleiss' kappa of labels, when all records have the same number of answers. */
  fleiss: figure,
  /** Of spans: how often what one marks is marked by another with the same label, start and end. */
  f1: figure,
  verdict: z.enum(['unknown', 'reliable', 'tentative', 'weak', 'chance']),
  /** One sentence on what the figures mean. */
  meaning: z.string(),
  /** Those with most records in common first; at most 500. */
  pairs: z.array(AgreementPair),
  /** Those most used first; at most 500. */
  labels: z.array(AgreementLabel),
})
export type QuestionAgreementBody = z.output<typeof QuestionAgreement>

export const DatasetAgreement = z.object({
  questions: z.array(QuestionAgreement),
  /** The people of the pairs. */
  users: z.array(z.object({ id: z.string(), username: z.string() })),
})
export type DatasetAgreement = z.output<typeof DatasetAgreement>

/** A record that people answered differently. */
const Disagreement = z.object({
  record_id: z.string(),
  external_id: z.string().nullable(),
  /** The beginning of its first field that has a text. */
  text: z.string(),
  /** Questions whose submitted answers differ. */
  questions: z.array(
    z.object({
      name: z.string(),
      /** Mean over all pairs of answers, from 0 (nothing in common) to 1 (the same). */
      agreement: z.number(),
      answers: z.number(),
      is_resolved: z.boolean(),
    }),
  ),
})

export const Disagreements = z.object({
  /** Those with the least agreement first, records that are resolved last; at most 1,000. */
  items: z.array(Disagreement),
  /** Records with a question that is still to be decided. */
  open: z.number(),
  /** Records where all such questions are decided. */
  resolved: z.number(),
})
export type Disagreements = z.output<typeof Disagreements>

/** How far the submitted answers of a dataset agree, and where they do not. */
export const agreementRoutes = {
  getDatasetAgreement: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/agreement',
    summary: 'How far the submitted answers agree: for each question, pair of people and label.',
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
    summary: 'Records whose submitted answers differ, those with the least agreement first.',
    tag: 'Datasets',
    access: { can: 'responses.readAll', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: Disagreements,
    status: 200,
    errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'],
  }),
}
