import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { DELETIONS_KEY, type Deletion, type Restored, restoreRecords } from '../../api/deletions.ts'
import { queryKeys } from '../../api/keys.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { t } from '../../i18n/areas/datasets.ts'
import { formatNumber } from '../../i18n/index.ts'
import { ListSection } from '../../ui/layout/ListPage.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import styles from './Bin.module.css'
import { DeletionItem, type RestoreWhich } from './DeletionItem.tsx'

/** Notes that are shown of each kind. */
const SHOWN = 20

/** The deletions of records, each of which can be restored as a whole or one by one. */
export function DeletedRecords({ deletions }: { deletions: readonly Deletion[] }) {
  const queryClient = useQueryClient()
  const [last, setLast] = useState<Restored>()
  const heading = useRef<HTMLHeadingElement>(null)
  const notes = useRef<HTMLDivElement>(null)
  const restoring = useMutation({
    mutationFn: async (which: RestoreWhich) => {
      setLast(undefined)
      const { error, ...done } = await restoreRecords(...which)
      setLast(done)
      const { restored: count } = done
      const words = { count, records: formatNumber(count) }
      if (error !== undefined) {
        const reason = reasonOf(error) || t('bin.recordsNotRestored')
        toasts.notify({ type: 'error', message: count > 0 ? t('bin.recordsStopped', { ...words, reason }) : reason })
      } else if (count > 0) toasts.notify({ type: 'success', message: t('bin.restoredRecords', words) })
      else toasts.notify({ type: 'warning', message: t('bin.noneRestored') })
      await Promise.all(
        [DELETIONS_KEY, queryKeys.datasets()].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
    },
  })
  // The pressed button may be gone with its record or deletion, and the heading with the last of them.
  useEffect(() => {
    if (restoring.isSuccess) (heading.current ?? notes.current)?.focus()
  }, [restoring.isSuccess])

  return (
    <>
      <div ref={notes} tabIndex={-1} role="status">
        {last && <Notes {...last} />}
      </div>
      {deletions.length > 0 && (
        <ListSection title={t('bin.recordsTitle')} headingRef={heading}>
          {deletions.map((deletion) => (
            <DeletionItem
              key={deletion.id}
              deletion={deletion}
              restoring={restoring.isPending ? restoring.variables : undefined}
              onRestore={(...which) => restoring.mutate(which)}
            />
          ))}
        </ListSection>
      )}
    </>
  )
}

/** What could not be restored, and why. */
function Notes({ refused, left_out }: Restored) {
  if (refused.length + left_out.length === 0) return null
  const count = refused.length
  return (
    <div className={styles.notes}>
      {count > 0 && (
        <>
          <p>{t('bin.refused', { count, records: formatNumber(count) })}</p>
          <NoteList notes={refused} />
        </>
      )}
      {left_out.length > 0 && (
        <>
          <p>{t('bin.leftOut')}</p>
          <NoteList notes={left_out} />
        </>
      )}
    </div>
  )
}

function NoteList({ notes }: { notes: Restored['refused'] }) {
  const more = notes.length - SHOWN
  return (
    <ul>
      {notes.slice(0, SHOWN).map(({ id, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a record may have the same note twice, and the list never changes.
        <li key={index}>{t('bin.noteOf', { id, message })}</li>
      ))}
      {more > 0 && <li>{t('bin.moreNotes', { count: more })}</li>}
    </ul>
  )
}
