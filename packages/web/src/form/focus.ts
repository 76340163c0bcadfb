import { STOPS } from './QuestionShell.tsx'

const FIRST_CHOICES = ['[data-option]:checked', '[data-option]', '[data-card]', 'textarea', '[tabindex="0"]', STOPS]

/**
 * Focus a question: the text it marks, else its selected option, its first option, card or text box.
 *
 * @param isScrolled - also scroll it into view
 */
export function focusQuestion(question: HTMLElement | null | undefined, isScrolled = true): void {
  if (!question) return
  const choices = FIRST_CHOICES.map((selector) => question.querySelector<HTMLElement>(selector))
  const stop = [textOf(question), ...choices].find((element) => element !== null)
  stop?.focus({ preventScroll: true })
  // Also a question whose code is still being loaded, which has nothing to focus yet.
  if (isScrolled) question.scrollIntoView?.({ block: 'nearest' })
}

/** How much of the surroundings is scrolled into view too, in px. */
const REVEAL_MARGIN = 48

/**
 * Scroll a form until the selected option of its first question is visible: among many options the prefilled one may be far down. The
 * page does not scroll.
 *
 * @param list - the scroll container; does nothing where the page scrolls as a whole
 */
export function revealChoice(list: HTMLElement): void {
  const chosen = list.querySelector('[data-question]')?.querySelector('[data-option]:checked')?.parentElement
  if (!chosen || list.scrollHeight <= list.clientHeight) return
  const frame = list.getBoundingClientRect()
  const { top, bottom } = chosen.getBoundingClientRect()
  if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom + REVEAL_MARGIN
  else if (top < frame.top) list.scrollTop += top - frame.top - REVEAL_MARGIN
}

/** Scroll to and focus the choice that must be made before the form can be used. */
export function focusChoice(): void {
  document.querySelector<HTMLElement>('[data-choice]')?.focus()
}

/** The questions of the form on the screen, from the first to the last. */
export function questionElements(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-questions] [data-question]')]
}

/** The text in which a span question is answered, outside of the form. */
function textOf({ dataset }: HTMLElement): HTMLElement | null {
  return document.querySelector(`[data-question-of="${CSS.escape(dataset.question ?? '')}"]`)
}

/** The question that has the focus, also while its text is being marked; -1 when none has. */
function focusedQuestionIndex(): number {
  const active = document.activeElement
  const name =
    active?.closest<HTMLElement>('[data-question]')?.dataset.question ??
    active?.closest<HTMLElement>('[data-question-of]')?.dataset.questionOf
  return name === undefined ? -1 : questionElements().findIndex((element) => element.dataset.question === name)
}

/** Put the focus into the next or previous question; without one, into the first. */
export function moveQuestionFocus(by: 1 | -1): void {
  const questions = questionElements()
  const at = focusedQuestionIndex()
  focusQuestion(questions[at < 0 ? 0 : Math.min(Math.max(at + by, 0), questions.length - 1)])
}
