import type { Question } from '@postil/contract/feedback/settings/questions'
import { isAnswered } from '@postil/domain/answers/answered'
import { answerTo } from '@postil/domain/answers/asked-question'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../../i18n/areas/bulk.ts'
import { focusLost } from '../../../list/focus-lost.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Interrupted } from '../sending/BulkRunning.tsx'
import type { Bulk } from '../use-bulk.ts'
import { questionsForMany } from './BulkQuestions.tsx'
import styles from './BulkSheet.module.css'
import { BulkTarget } from './BulkTarget.tsx'
import type { FormSheet } from './use-form-sheet.ts'

interface BulkSheetProps {
  bulk: Bulk
  questions: readonly Question[]
  sheet: FormSheet
  /** The actions, always visible. */
  actions: ReactNode
  /** The questions, shown while the sheet is open. */
  children: ReactNode
}

/**
 * The form on a small screen: a bar along the bottom shows the selection and the actions, and expands into the questions,
 * over the list. Commands keep their keys, as beside the list; Escape collapses it.
 */
export function BulkSheet({ bulk, questions, sheet, actions, children }: BulkSheetProps) {
  const { isOpen, toggle, open, close } = sheet
  const asked = questionsForMany(questions)
  useEffect(() => {
    window.scrollTo({ top: 0 })
    focusLost()
  }, [])
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close()
  }
  return (
    <>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button in the sheet closes it, too, and Escape
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div className={styles.scrim} onClick={close} />
      )}
      <section
        className={styles.sheet}
        aria-label={t('annotate.questions')}
        data-open={isOpen || undefined}
        onKeyDown={handleKey}
        {...useWithoutLateClicks(isOpen)}
      >
        <header className={styles.head}>
          <div className={styles.words}>
            <BulkTarget bulk={bulk} isShort />
            {asked.length > 0 && <p className={styles.note}>{answeredWords(asked, bulk)}</p>}
          </div>
          <Button
            ref={toggle}
            size="medium"
            icon={isOpen ? ChevronDown : ChevronUp}
            aria-expanded={isOpen}
            onPress={isOpen ? close : open}
          >
            {t('annotate.questions')}
          </Button>
        </header>
        <Interrupted bulk={bulk} />
        {isOpen && (
          <div className={styles.questions} data-sheet>
            {children}
          </div>
        )}
        {actions}
      </section>
    </>
  )
}

/** How late the click of a tap may come, in milliseconds. */
const LATE_MS = 1000

/**
 * Ignores the click of a press that opened the sheet. A busy browser sends a tap's click late; React Aria presses the button itself after
 * 80 ms, and the click then meets what has opened under the finger: it would choose a label, or take the focus away.
 *
 * @returns handlers of the sheet
 */
function useWithoutLateClicks(isOpen: boolean) {
  // When the last press began, if it began in the closed sheet and its click may still come.
  const pressedAt = useRef<number>(undefined)
  const ignoreLate = (event: MouseEvent) => {
    if (!isOpen || pressedAt.current === undefined || event.timeStamp - pressedAt.current > LATE_MS) return
    event.preventDefault()
    event.stopPropagation()
    if (event.type === 'click') pressedAt.current = undefined
  }
  return {
    onPointerDownCapture: ({ timeStamp }: PointerEvent) => {
      pressedAt.current = isOpen ? undefined : timeStamp
    },
    onMouseDownCapture: ignoreLate,
    onClickCapture: ignoreLate,
  }
}

/** Text about how many questions are answered, or where their answers come from. */
function answeredWords(asked: readonly Question[], { form: { form }, isFilling }: Bulk): string {
  const count = asked.filter((question) => isAnswered(question, answerTo(form.answers, question.name))).length
  const words = t('bulk.answeredOf', { count, total: asked.length })
  return isFilling ? t('bulk.restFilled', { answered: words }) : words
}
