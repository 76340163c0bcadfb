import type { Question } from '@postil/contract/feedback/settings/questions'
import { moveQuestionFocus } from '../../form/focus.ts'
import { useCommand } from '../../keyboard/use-command.ts'
import { suggestedAnswers } from '../feedback/answers/suggestion.ts'
import type { Work } from './use-work.ts'

interface WorkCommandsProps {
  work: Work
  questions: readonly Question[]
}

/**
 * Registers the keyboard commands that move between records and questions. Renders nothing: a separate component, so
 * that its state changes re-render it alone.
 */
export function WorkCommands({ work, questions }: WorkCommandsProps) {
  const { record, form: controller, answering, paging } = work
  const form = controller?.form
  const canUndoEdit = form !== undefined && form.past.length > 0
  const suggested = record ? suggestedAnswers(questions, record.suggestions) : {}

  useCommand('annotate.previous', paged(paging.previous))
  useCommand('annotate.next', paged(paging.next))
  useCommand('annotate.nextQuestion', { run: () => moveQuestionFocus(1) })
  useCommand('annotate.previousQuestion', { run: () => moveQuestionFocus(-1) })
  useCommand('annotate.undo', {
    run: () => (canUndoEdit ? controller?.apply({ type: 'undone' }) : void answering.undo()),
    isEnabled: canUndoEdit || answering.canUndo,
  })
  useCommand('annotate.redo', {
    run: () => controller?.apply({ type: 'redone' }),
    isEnabled: form !== undefined && form.future.length > 0,
  })
  useCommand('annotate.acceptSuggestions', {
    run: () => controller?.apply({ type: 'replaced', answers: { ...controller.read().answers, ...suggested } }),
    isEnabled: Object.keys(suggested).length > 0,
  })
  useCommand('annotate.refresh', { run: work.refresh })
  return null
}

function paged(step: (() => void) | undefined) {
  return { run: () => step?.(), isEnabled: step !== undefined }
}
