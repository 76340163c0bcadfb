import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import type { QuestionAgreement } from './question-tally'

/**
 * The interpretation of alpha. The thresholds are Krippendorff's (2004, "Content Analysis", p. 241): 0.800 for reliable answers, 0.667 for
 * tentative conclusions.
 */
export type Verdict = 'unknown' | 'reliable' | 'tentative' | 'weak' | 'chance'

/** How reliable the answers are, by alpha. */
export function verdictOf({ alpha }: Pick<QuestionAgreement, 'alpha'>): Verdict {
  if (alpha === null) return 'unknown'
  if (alpha >= 0.8) return 'reliable'
  if (alpha >= 0.667) return 'tentative'
  return alpha > 0 ? 'weak' : 'chance'
}

/** A one-sentence interpretation of a question's figures. */
export function interpretAgreement(type: QuestionType, agreement: QuestionAgreement): string {
  const { records, percent, alpha, interval } = agreement
  if (records === 0 || percent === null) return 'No record has two submitted answers to this question yet.'
  if (type === 'text')
    return `${inPercent(percent)} of the pairs of answers are the same text; texts can agree in meaning and still differ.`
  if (alpha === null) return 'Everybody gave the same answer throughout, so agreement beyond chance cannot be measured.'
  const isUnsure = interval !== null && verdictOf({ alpha: interval[0] }) !== verdictOf({ alpha: interval[1] })
  const meaning = MEANING[verdictOf(agreement)]
  if (interval === null) return `${meaning} ${records === 1 ? ONE_RECORD : EQUALLY_APART}`
  return isUnsure ? `${meaning} ${UNSURE}` : meaning
}

const UNSURE = 'The interval crosses a limit: more records with two answers would settle it.'
const ONE_RECORD = 'One record gives no interval.'
const EQUALLY_APART = 'There is no interval, because the answers differ by the same amount on every record.'
const MEANING: Record<Verdict, string> = {
  unknown: '',
  reliable: 'People agree well enough to rely on these answers (0.80 or more).',
  tentative: 'People agree well enough for first conclusions only (0.67 to 0.80).',
  weak: 'People agree more than by chance, but too little to rely on these answers (below 0.67).',
  chance: 'People agree no more than if they had answered at random.',
}

function inPercent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}
