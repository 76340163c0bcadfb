import { useEffect, useEffectEvent } from 'react'
import { focusQuestion, moveQuestionFocus, questionElements } from '../../form/focus.ts'
import { t } from '../../i18n/areas/bulk.ts'
import { isForPage } from '../../keyboard/run-keys.ts'
import { commands, useCommand } from '../../keyboard/use-command.ts'
import { pageStep } from '../../list/paging.ts'
import { extendRange, NO_SELECTION, togglePage, toggleRecord } from '../../list/selection.ts'
import type { FormSheet } from './form/use-form-sheet.ts'
import type { Bulk } from './use-bulk.ts'

const group = t('annotate.group')

// Commands of the list in the bulk view. While records are selected, plain letters go to the form; with Alt they remain commands.
commands.define([
  { id: 'bulk.next', label: t('bulk.next'), group, keys: ['J', 'Alt+J'] },
  { id: 'bulk.previous', label: t('bulk.previous'), group, keys: ['K', 'Alt+K'] },
  { id: 'bulk.toggle', label: t('bulk.toggle'), group, keys: ['X', 'Alt+X'] },
  { id: 'bulk.extendNext', label: t('bulk.extendNext'), group, keys: ['Shift+ArrowDown'], isHidden: true },
  { id: 'bulk.extendPrevious', label: t('bulk.extendPrevious'), group, keys: ['Shift+ArrowUp'], isHidden: true },
  { id: 'bulk.selectPage', label: t('bulk.selectPage'), group, keys: ['Mod+A'] },
  { id: 'bulk.clearSelection', label: t('bulk.clearSelection'), group },
  { id: 'bulk.assign', label: t('bulk.assign.command'), group },
  { id: 'bulk.fill', label: t('bulk.fill'), group, keys: ['U', 'Alt+U'] },
])

interface BulkCommandsProps {
  bulk: Bulk
  sheet: FormSheet
}

/** Binds the commands of the bulk view. Renders nothing. */
export function BulkCommands({ bulk, sheet }: BulkCommandsProps) {
  const { page, selection, select, activeId, activate, form, undo, undoesForm, undoSkip, run, url, setUrl } = bulk
  const { isFilling, setFilling } = bulk
  // While the sheet covers the list, the list's commands are off.
  const ids = sheet.isOpen ? [] : page.records.map(({ id }) => id)
  const isRunning = run.progress !== undefined
  const at = activeId === undefined ? -1 : ids.indexOf(activeId)
  const hasRecords = ids.length > 0

  useKeysToForm((selection.isAll || selection.ids.size > 0) && !isRunning, sheet.open)

  const move = (by: 1 | -1) => {
    const next = ids[at < 0 ? 0 : Math.min(Math.max(at + by, 0), ids.length - 1)]
    if (next === undefined) return
    activate(next)
    focusCard(next)
  }
  /** Extend or shrink the range to the next focused record; it starts at the focused one. */
  const extend = (by: 1 | -1) => {
    // Shift with an arrow key in the form does not concern the list.
    if (document.activeElement?.closest('[data-questions]')) return
    const from = activeId ?? ids[0]
    const to = ids[Math.min(Math.max(at < 0 ? 0 : at + by, 0), ids.length - 1)]
    if (from === undefined || to === undefined) return
    select(extendRange(selection, ids, from, to))
    activate(to)
    focusCard(to)
  }
  useCommand('bulk.next', { run: () => move(1), isEnabled: hasRecords })
  useCommand('bulk.previous', { run: () => move(-1), isEnabled: hasRecords })
  useCommand('bulk.toggle', {
    run: () => activeId !== undefined && select(toggleRecord(selection, ids, activeId)),
    isEnabled: hasRecords && activeId !== undefined && !isRunning,
  })
  useCommand('bulk.extendNext', { run: () => extend(1), isEnabled: hasRecords && !isRunning })
  useCommand('bulk.extendPrevious', { run: () => extend(-1), isEnabled: hasRecords && !isRunning })
  useCommand('bulk.clearSelection', {
    run: () => select(NO_SELECTION),
    isEnabled: (selection.isAll || selection.ids.size > 0) && !isRunning,
  })
  useCommand('bulk.fill', { run: () => setFilling(!isFilling), isEnabled: !isRunning })
  useCommand('bulk.selectPage', {
    run: () => select(togglePage(selection, ids)),
    isEnabled: hasRecords && !isRunning,
  })

  const turn = (by: 1 | -1) => (sheet.isOpen ? undefined : pageStep(url, page.total, by))
  const go = (by: 1 | -1) => {
    const to = turn(by)
    if (to !== undefined) setUrl({ ...url, page: to })
  }
  useCommand('annotate.next', { run: () => go(1), isEnabled: turn(1) !== undefined })
  useCommand('annotate.previous', { run: () => go(-1), isEnabled: turn(-1) !== undefined })
  const ask = (by: 1 | -1) => (sheet.isStacked && !sheet.isOpen ? sheet.open() : moveQuestionFocus(by))
  useCommand('annotate.nextQuestion', { run: () => ask(1) })
  useCommand('annotate.previousQuestion', { run: () => ask(-1) })
  useCommand('annotate.undo', {
    run: () => (undoesForm ? form.apply({ type: 'undone' }) : (undoSkip ?? undo)?.()),
    isEnabled: !isRunning && (undoesForm || undoSkip !== undefined || undo !== undefined),
  })
  useCommand('annotate.redo', {
    run: () => form.apply({ type: 'redone' }),
    isEnabled: !isRunning && form.form.future.length > 0,
  })
  useCommand('annotate.refresh', { run: page.retry })
  return null
}

/** Focus the checkbox of a card, with the whole card in view. */
function focusCard(recordId: string): void {
  const card = document.querySelector(`[data-bulk-card="${CSS.escape(recordId)}"]`)
  card?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
  card?.scrollIntoView?.({ block: 'nearest' })
}

/**
 * Pass plain letters and digits to the form while records are selected: they are meant as an answer, never as a single-letter command that
 * would change the view or the selection.
 *
 * @param hasSelection - without a selection, keys are not passed on
 * @param onReach - called before keys are passed on: the questions must be shown
 */
function useKeysToForm(hasSelection: boolean, onReach: () => void): void {
  const reach = useEffectEvent(onReach)
  useEffect(() => {
    if (!hasSelection) return
    const handleKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (ctrlKey || metaKey || altKey || event.defaultPrevented || event.isComposing) return
      if (!/^[\p{L}\p{N}]$/u.test(key) || !isForPage(target)) return
      if (target instanceof Element && target.closest('[data-questions]')) return
      event.preventDefault()
      event.stopPropagation()
      reach()
      focusQuestion(questionFor(key))
      document.activeElement?.dispatchEvent(
        new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
    }
    // Handled before the commands, which listen on the window.
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [hasSelection])
}

/** Digits choose in the first question; letters search in the first searchable one. */
function questionFor(key: string): HTMLElement | undefined {
  const questions = questionElements()
  const searched = questions.find((question) => question.querySelector('input[type=search]'))
  return (/\p{L}/u.test(key) ? searched : undefined) ?? questions[0]
}
