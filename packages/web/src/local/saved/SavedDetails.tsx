import type { OutboxEntry, RecordEdit } from '@postil/domain/outbox/entry'
import type { SavedMark } from '@postil/domain/outbox/select'
import { Link } from 'react-router'
import { t } from '../../i18n/notices.ts'
import { Button } from '../../ui/Button.tsx'
import type { Outbox } from '../outbox.ts'
import styles from './SavedMark.module.css'

interface SavedDetailsProps {
  outbox: Outbox
  mark: SavedMark
  isOnline: boolean
  /** Answers that the server did not take. */
  refused: readonly OutboxEntry[]
  /** All of them because their records were answered elsewhere meanwhile. */
  isToChoose: boolean
}

/** What the mark means, and what can be done about it. */
export function SavedDetails({ outbox, mark, isOnline, refused, isToChoose }: SavedDetailsProps) {
  return (
    <div className={styles.body}>
      <p>{isToChoose ? t('saved.explain.elsewhere') : explain(mark, isOnline)}</p>
      {mark.kind === 'waiting' && (
        <Button size="small" onPress={() => outbox.resume()}>
          {t('saved.tryNow')}
        </Button>
      )}
      {refused.length > 0 && !isToChoose && <h3 className={styles.heading}>{t('saved.refusedTitle')}</h3>}
      {refused.map(({ id, datasetId, recordId, refusal, edit }) => (
        <div key={id} className={styles.refused}>
          {!isToChoose && (
            <p>{refusal?.isAnsweredElsewhere ? t('annotate.elsewhere.short') : refusal?.messages.join('\n')}</p>
          )}
          <Link to={edit ? editPath(edit) : `/dataset/${datasetId}/annotation-mode?record=${recordId}`}>
            {t('annotate.refusedOpen')}
          </Link>
        </div>
      ))}
    </div>
  )
}

/** Where the record of an edit is shown: its dataset, searched for its id. */
function editPath({ workspace, name, record }: RecordEdit): string {
  const query = JSON.stringify({ text: `id:${JSON.stringify(String(record.id))}` })
  return `/datasets/${encodeURIComponent(workspace)}/${encodeURIComponent(name)}?query=${encodeURIComponent(query)}`
}

function explain(mark: SavedMark, isOnline: boolean): string {
  if (mark.kind === 'waiting' && !isOnline) return t('saved.explain.offline')
  switch (mark.kind) {
    case 'saved':
      return t('saved.explain.all')
    case 'saving':
      return t('saved.explain.saving')
    case 'waiting':
      return t('saved.explain.waiting')
    case 'refused':
      return t('saved.explain.refused')
  }
}
