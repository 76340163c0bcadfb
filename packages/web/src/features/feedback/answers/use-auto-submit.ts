import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { useEffect, useRef } from 'react'
import type { AnswerHow } from '../../../form/answer-how.ts'
import { useStableCallback } from '../../../ui/browser/use-stable-callback.ts'
import { autoSubmit, canAutoSubmit } from './auto-submit.ts'

/** How long the answer of a digit that could have begun a longer number stays in sight before it is submitted. */
const SECOND_LOOK_MS = 700
/** One Enter so soon after a record was submitted belongs to that record: nobody has read the next one yet. */
const ECHO_MS = 500

/**
 * Submit a choice made by key, where there is but one thing to choose.
 *
 * @param questions - what is asked
 * @param key - the form on the screen: what waits for another one is forgotten
 * @param submit - submits what the form holds
 * @returns `answered`, to be told of each answer; `takeEcho`, whether an Enter now belongs to the record before: only
 * the first one does, only on the very next record, and only for a moment; `expectEcho`, to be told that such an Enter may follow
 */
export function useAutoSubmit(questions: readonly Question[], key: string, submit: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const echo = useRef<{ untilMs: number; isOnNext: boolean }>(undefined)
  const submitNow = useStableCallback(submit)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form ends what the one before was waiting for
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      if (echo.current?.isOnNext) echo.current = undefined
      else if (echo.current) {
        // What was pressed before the next record was drawn is never meant for that one.
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

/** When the key of the running event was pressed: a busy page may come to it much later, which must not change what a second Enter means. */
function pressedMs(): number {
  return window.event?.timeStamp ?? performance.now()
}
