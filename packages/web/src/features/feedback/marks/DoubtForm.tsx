import { LIMITS } from '@postil/contract/limits'
import { useState } from 'react'
import { showError } from '../../../api/error-to-notice.ts'
import { type Doubt, deleteDoubt, saveDoubt } from '../../../api/feedback/team/doubts.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { readItem, writeItem } from '../../../ui/browser/stored.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { useUser } from '../../session/session.ts'
import styles from './marks.module.css'

interface DoubtFormProps {
  recordId: string
  doubt: Doubt | undefined
  /** @param doubt - undefined once it was taken back */
  onSaved: (doubt: Doubt | undefined) => void
}

/**
 * The note of a doubt to write, change or take back, and what the lead replied. What is typed stays on this device until it is saved, however
 * the form is closed.
 */
export function DoubtForm({ recordId, doubt, onSaved }: DoubtFormProps) {
  const { id: userId } = useUser()
  const key = `postil.doubt.${userId}.${recordId}`
  const [typed, setTyped] = useState(() => readItem(key))
  const note = typed ?? doubt?.note ?? ''
  const setNote = (next: string) => {
    setTyped(next)
    writeItem(key, next === (doubt?.note ?? '') ? undefined : next)
  }
  const [isPending, setPending] = useState(false)
  const length = [...note.trim()].length
  const isTooLong = length > LIMITS.noteLength
  const send = async (call: () => Promise<Doubt | undefined>) => {
    setPending(true)
    try {
      const saved = await call()
      writeItem(key, undefined)
      onSaved(saved)
    } catch (error) {
      setPending(false)
      showError(error)
    }
  }
  const save = () => send(() => saveDoubt(recordId, note.trim()))
  const canSave = length > 0 && !isTooLong && !isPending
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && canSave) void save()
      }}
    >
      <TextArea
        label={t('annotate.doubt.note')}
        description={t('annotate.doubt.who')}
        error={isTooLong ? t('annotate.doubt.tooLong', { count: LIMITS.noteLength }) : undefined}
        value={note}
        onChange={setNote}
        maxHeight={240}
        autoFocus
      />
      {doubt && doubt.resolved_at !== null && (
        <p className={styles.reply}>
          {doubt.reply ? t('annotate.doubt.reply', { reply: doubt.reply }) : t('annotate.doubt.closed')}
        </p>
      )}
      <div className={styles.buttons}>
        {doubt && (
          <Button
            variant="quiet"
            size="small"
            isDisabled={isPending}
            onPress={() =>
              void send(async () => {
                await deleteDoubt(recordId)
                return undefined
              })
            }
          >
            {t('annotate.doubt.takeBack')}
          </Button>
        )}
        <Button variant="primary" size="small" type="submit" isDisabled={!canSave}>
          {doubt ? t('annotate.doubt.change') : t('annotate.doubt.save')}
        </Button>
      </div>
    </form>
  )
}
