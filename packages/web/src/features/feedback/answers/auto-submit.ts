import type { Question } from '@postil/contract/feedback/settings/questions'
import { storedChoice } from '../../../ui/browser/stored.ts'

/** Whether choosing an answer by key submits the record at once, if it is the only question. */
export const autoSubmit = storedChoice('postil.autoSubmit', ['on', 'off'])

/** Whether auto-submit applies: the dataset has one question, which takes a single label or a rating. */
export function canAutoSubmit(questions: readonly Question[]): boolean {
  const [only, ...others] = questions
  if (!only || others.length > 0) return false
  return only.settings.type === 'label_selection' || only.settings.type === 'rating'
}
