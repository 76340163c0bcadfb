import type { Question } from '@postil/contract/feedback/settings/questions'
import { storedChoice } from '../../../ui/browser/stored.ts'

/** Whether choosing with the keyboard submits at once, where there is but one thing to choose. */
export const autoSubmit = storedChoice('postil.autoSubmit', ['on', 'off'])

/** One question, of one label or a rating: a choice says all there is to say. */
export function canAutoSubmit(questions: readonly Question[]): boolean {
  const [only, ...others] = questions
  if (!only || others.length > 0) return false
  return only.settings.type === 'label_selection' || only.settings.type === 'rating'
}
