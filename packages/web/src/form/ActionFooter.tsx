import type { ReactNode } from 'react'
import { t } from '../i18n/index.ts'
import { useCommand } from '../keyboard/use-command.ts'
import { Button } from '../ui/controls/Button.tsx'
import styles from './ActionFooter.module.css'

/** Why each action cannot be done now, in words; absent means that it can. */
export interface Blocked {
  submit?: string
  draft?: string
  discard?: string
  clear?: string
}

interface ActionFooterProps {
  blocked: Blocked
  /** Disables all actions while a bulk answer runs. Saving a single answer never locks the next record. */
  isSaving?: boolean
  /** The form has changes that are not saved automatically. */
  isKept: boolean
  /** Takes back the last change; on a phone, which has no key for it, a button. */
  onUndo?: (() => void) | undefined
  /** Shown above the actions, left-aligned. */
  note?: ReactNode
  onSubmit: () => void
  onDraft: () => void
  onDiscard: () => void
  onClear: () => void
  /** Submit was pressed while it is blocked: show why. */
  onBlockedSubmit: () => void
}

/** The actions on the record, always visible, each with its key. */
export function ActionFooter(props: ActionFooterProps) {
  const { blocked, isSaving = false, isKept, onUndo, note, onBlockedSubmit } = props
  const submit = useCommand('annotate.submit', {
    // Enter on an incomplete form shows which question is missing.
    run: blocked.submit === undefined ? props.onSubmit : onBlockedSubmit,
    isEnabled: !isSaving,
  })
  useCommand('annotate.submitTyping', { run: submit.run, isEnabled: !isSaving })
  const draft = useCommand('annotate.draft', binding(props.onDraft, blocked.draft, isSaving))
  const discard = useCommand('annotate.discard', binding(props.onDiscard, blocked.discard, isSaving))
  const clear = useCommand('annotate.clear', binding(props.onClear, blocked.clear, isSaving))

  return (
    <section className={styles.footer} aria-label={t('annotate.actions')} data-actions>
      <div className={styles.note}>
        {note}
        <span className={styles.kept}>
          {isKept && t('annotate.kept')}
          {onUndo && (
            <button type="button" className={styles.undo} aria-label={t('annotate.undoEdit')} onClick={onUndo}>
              {t('annotate.undo')}
            </button>
          )}
        </span>
      </div>
      {/* A click on the disabled button shows which question is missing. NOTE: the button itself swallows clicks. */}
      <div className={styles.buttons} onClickCapture={(event) => isRestingSubmit(event.target) && onBlockedSubmit()}>
        <Button variant="quiet" size="action" disabledReason={blocked.clear} keys={clear.keys} onPress={clear.run}>
          {clear.label}
        </Button>
        <Button size="action" disabledReason={blocked.discard} keys={discard.keys} onPress={discard.run}>
          {discard.label}
        </Button>
        <Button size="action" disabledReason={blocked.draft} keys={draft.keys} onPress={draft.run}>
          {draft.label}
        </Button>
        <span className={styles.submit} data-submit>
          <Button
            variant="primary"
            size="action"
            disabledReason={blocked.submit}
            keys={submit.keys}
            onPress={submit.run}
          >
            {submit.label}
          </Button>
        </span>
      </div>
    </section>
  )
}

function binding(run: () => void, reason: string | undefined, isSaving: boolean) {
  return { run, isEnabled: reason === undefined && !isSaving, reason }
}

function isRestingSubmit(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-submit] [aria-disabled="true"]') !== null
}
