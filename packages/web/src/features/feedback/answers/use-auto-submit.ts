import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { useEffect, useRef } from 'react'
import type { AnswerHow } from '../../../form/answer-how.ts'
import { useStableCallback } from '../../../ui/browser/use-stable-callback.ts'
import { autoSubmit, canAutoSubmit } from './auto-submit.ts'

/**
 * Delay before an answer is submitted whose digit could have begun a longer number, so that the user can see and
 * correct it.
 */
const SECOND_LOOK_MS = 700
/**
 * An Enter within this time after a submission is meant for the submitted record: the user cannot have read the next
 * one yet.
 */
const ECHO_MS = 500

/**
 * Submits a choice made by key, if the dataset has a single question.
 *
 * @param questions - the questions of the form
 * @param key - identifies the current form; a pending submission of another form is cancelled
 * @param submit - submits the form's answers
 * @returns `answered`, to call after each answer; `expectEcho`, to call when a second Enter may follow a submission;
 *   `takeEcho`, which returns whether an Enter is such a second press: at most one, on the very next record, and
 *   within half a second
 */
export function useAutoSubmit(questions: readonly Question[], key: string, submit: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const echo = useRef<{ untilMs: number; isOnNext: boolean }>(undefined)
  const submitNow = useStableCallback(submit)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form cancels the pending submission
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      if (echo.current?.isOnNext) echo.current = undefined
      else if (echo.current) {
        // Keys pressed before the next record is rendered are never meant for that record.
        echo.current = { untilMs: Math.max(echo.current.untilMs, performance.now()), isOnNext: true }
      }
    },
    [key],
  )

  const expectEcho = () => {
    echo.current = { untilMs: pressedMs() + ECHO_MS, isOnNext: false }
  }
  const submitNumber = () => {
    expectEcho()
    submitNow()
  }

  return {
    answered: (value: AnswerValue | undefined, how: AnswerHow) => {
      clearTimeout(timer.current)
      echo.current = undefined
      const isWhole = how.byKey === true && value !== undefined && canAutoSubmit(questions)
      if (!isWhole || autoSubmit.get() !== 'on') return
      if (how.isOpenNumber) timer.current = setTimeout(submitNumber, SECOND_LOOK_MS)
      else if (how.isNumber) submitNumber()
      else submitNow()
    },
    expectEcho,
    takeEcho: () => {
      const { current } = echo
      echo.current = undefined
      return current !== undefined && pressedMs() < current.untilMs
    },
  }
}

/**
 * The time at which the key of the current event was pressed. A busy page may handle it much later, which must not
 * change the meaning of a second Enter.
 */
function pressedMs(): number {
  return window.event?.timeStamp ?? performance.now()
}
