import { t } from '../../i18n/areas/datasets.ts'
import type { Kind } from './dataset-row.ts'

/** Display names of the kinds of dataset. */
export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  Feedback: t('datasets.kind.feedback'),
  TextClassification: t('datasets.kind.textClassification'),
  TokenClassification: t('datasets.kind.tokenClassification'),
  Text2Text: t('datasets.kind.text2text'),
}

/** The colour of each kind's small square: a custom property's name. */
export const KIND_COLORS: Readonly<Record<Kind, string>> = {
  Feedback: '--vermilion',
  TextClassification: '--ochre',
  TokenClassification: '--lapis',
  Text2Text: '--verdigris',
}
