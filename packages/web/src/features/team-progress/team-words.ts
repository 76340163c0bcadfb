import { createContext } from 'react'
import { t } from '../../i18n/areas/team/team-progress.ts'

/** What the two families of datasets call the same things: answers and suggestions of feedback datasets are annotations and predictions of classic ones. */
interface TeamWords {
  completed: string
  /** The figure, and the same for one week. */
  answers: string
  answersThisWeek: string
  answersColumn: string
  goal: (counts: { count: number; needed: number }) => string
  none: string
  suggestions: string
  noSuggestions: string
  suggested: (count: number) => string
  suggestedColumn: string
  acceptedColumn: string
  changedColumn: string
  unseenColumn: string
  suggestedMark: string
  labels: string
  noLabels: string
  noLabelsOfText: string
  bars: (counts: string) => string
  last: string
  peopleLead: string
  /** Who is behind answers without a name. */
  somebody: string
  /** Classic datasets have no drafts, and one question. */
  hasDrafts: boolean
  hasQuestions: boolean
}

const FEEDBACK_WORDS: TeamWords = {
  completed: t('team.completed'),
  answers: t('team.figure.answers'),
  answersThisWeek: t('team.figure.answersThisWeek'),
  answersColumn: t('team.column.answers'),
  goal: (counts) => t('team.goal', counts),
  none: t('team.none'),
  suggestions: t('team.suggestions'),
  noSuggestions: t('team.suggestions.none'),
  suggested: (count) => t('team.suggested', { count }),
  suggestedColumn: t('team.column.suggested'),
  acceptedColumn: t('team.column.accepted'),
  changedColumn: t('team.column.changed'),
  unseenColumn: t('team.column.unseen'),
  suggestedMark: t('team.labels.suggestedMark'),
  labels: t('team.labels'),
  noLabels: t('team.labels.none'),
  noLabelsOfText: t('team.labels.ofText'),
  bars: (counts) => t('team.bars', { counts }),
  last: t('team.column.last'),
  peopleLead: t('team.people.lead'),
  somebody: t('team.somebody'),
  hasDrafts: true,
  hasQuestions: true,
}

export const CLASSIC_WORDS: TeamWords = {
  completed: t('team.classic.completed'),
  answers: t('team.classic.validated'),
  answersThisWeek: t('team.classic.validatedThisWeek'),
  answersColumn: t('team.classic.validated'),
  goal: ({ count }) => t('team.classic.goal', { count }),
  none: t('team.classic.none'),
  suggestions: t('team.classic.predictions'),
  noSuggestions: t('team.classic.predictions.none'),
  suggested: (count) => t('team.classic.predicted', { count }),
  suggestedColumn: t('team.classic.column.predicted'),
  acceptedColumn: t('team.classic.column.accepted'),
  changedColumn: t('team.classic.column.changed'),
  unseenColumn: t('team.classic.column.unseen'),
  suggestedMark: t('team.classic.predictedMark'),
  labels: t('team.classic.labels'),
  noLabels: t('team.classic.labels.none'),
  noLabelsOfText: t('team.classic.labels.ofText'),
  bars: (counts) => t('team.classic.bars', { counts }),
  last: t('team.classic.last'),
  peopleLead: t('team.classic.people.lead'),
  somebody: t('team.classic.somebody'),
  hasDrafts: false,
  hasQuestions: false,
}

/** The words of the page that is shown. */
export const WordsContext = createContext(FEEDBACK_WORDS)
