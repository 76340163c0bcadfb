import { focusQuestion, questionElements } from '../../../form/focus.ts'
import { showUnseen } from './show-unseen.ts'

/** Go to the first question that was not in view: then it is seen. @param seen - those that were before @returns whether there was one */
export function showFirstUnseen(names: readonly string[], seen: Set<string>): boolean {
  if (names.length === 0 || showUnseen.get() === 'off') return false
  const questions = questionsNamed(names)
  const isSeen = ({ name, element }: (typeof questions)[number]) => seen.has(name) || isInView(element)
  const first = questions.find((question) => !isSeen(question))
  if (!first) return false
  // What is in view now would have been submitted: scrolled away, it does not ask to be seen once more.
  for (const question of questions) if (isSeen(question)) seen.add(question.name)
  focusQuestion(first.element)
  seen.add(first.name)
  return true
}

/** The elements of some questions. */
export function questionsNamed(names: readonly string[]): { name: string; element: HTMLElement }[] {
  return questionElements().flatMap((element) => {
    const name = element.dataset.question ?? ''
    return names.includes(name) ? [{ name, element }] : []
  })
}

/** Half of it, or half of what the screen holds, is between the edges of its list and above the actions. */
export function isInView(element: HTMLElement): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  const list = element.closest('[data-questions]')?.getBoundingClientRect()
  const actions = document.querySelector('[data-actions]')?.getBoundingClientRect()
  const from = Math.max(list?.top ?? 0, 0)
  const to = Math.min(list?.bottom ?? window.innerHeight, actions?.top ?? window.innerHeight, window.innerHeight)
  return Math.min(bottom, to) - Math.max(top, from) >= Math.min(height, Math.max(to - from, 0)) / 2
}
