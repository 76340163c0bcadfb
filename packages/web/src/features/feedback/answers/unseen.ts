import { focusQuestion, questionElements } from '../../../form/focus.ts'
import { showUnseen } from './show-unseen.ts'

/**
 * Scroll to the first question that was not in view yet and focus it, which counts as seen.
 *
 * @param seen - names of the questions seen before; updated
 * @returns false when there is no such question
 */
export function showFirstUnseen(names: readonly string[], seen: Set<string>): boolean {
  if (names.length === 0 || showUnseen.get() === 'off') return false
  const questions = questionsNamed(names)
  const isSeen = ({ name, element }: (typeof questions)[number]) => seen.has(name) || isInView(element)
  const first = questions.find((question) => !isSeen(question))
  if (!first) return false
  // Questions in view right now would have been submitted knowingly: they stay seen, even when they are scrolled out
  // of view.
  for (const question of questions) if (isSeen(question)) seen.add(question.name)
  focusQuestion(first.element)
  seen.add(first.name)
  return true
}

/** The elements of the questions with these names. */
export function questionsNamed(names: readonly string[]): { name: string; element: HTMLElement }[] {
  return questionElements().flatMap((element) => {
    const name = element.dataset.question ?? ''
    return names.includes(name) ? [{ name, element }] : []
  })
}

/**
 * Whether at least half of the element, or of the visible area if the element is larger, is inside its list and above
 * the actions.
 */
export function isInView(element: HTMLElement): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  const list = element.closest('[data-questions]')?.getBoundingClientRect()
  const actions = document.querySelector('[data-actions]')?.getBoundingClientRect()
  const from = Math.max(list?.top ?? 0, 0)
  const to = Math.min(list?.bottom ?? window.innerHeight, actions?.top ?? window.innerHeight, window.innerHeight)
  return Math.min(bottom, to) - Math.max(top, from) >= Math.min(height, Math.max(to - from, 0)) / 2
}
