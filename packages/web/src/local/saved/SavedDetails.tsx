import type { OutboxEntry, RecordEdit } from '@postil/domain/outbox/entry'
import type { SavedState } from '@postil/domain/outbox/select'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { t } from '../../i18n/areas/notices.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import type { Outbox } from '../outbox.ts'
import { refusalWords } from './refusal-words.ts'
import styles from './SavedMark.module.css'

interface SavedDetailsProps {
  outbox: Outbox
  states: readonly SavedState[]
  isOnline: boolean
}

/** The list of states with explanations and actions, opened from the saved mark. */
export function SavedDetails({ outbox, states, isOnline }: SavedDetailsProps) {
  const refused = outbox.getState().entries.filter((entry) => entry.state === 'refused')
  return (
    <div className={styles.body}>
      {states.map(({ kind }) => (
        <Fragment key={kind}>
          <p>{explain(kind, isOnline)}</p>
          {kind === 'waiting' && (
            <Button size="small" onPress={() => outbox.resume()}>
              {t('saved.tryNow')}
            </Button>
          )}
          {refused
            .filter(({ refusal }) => kind === (refusal?.isAnsweredElsewhere ? 'elsewhere' : 'refused'))
            .map((entry) => (
              <div key={entry.id} className={styles.refused}>
                {kind === 'refused' && <p>{refusalWords(entry)}</p>}
                {isGone(entry) ? (
                  // No page shows this record any more, where the answer could be read or dropped.
                  <span className={styles.actions}>
                    {inWords(entry) && (
                      <CopyButton text={inWords(entry)} words={t('saved.copyAnswer')} label={t('saved.copyAnswer')} />
                    )}
                    <Button size="small" onPress={() => void outbox.dismiss(entry.id)}>
                      {t('annotate.refusedDrop')}
                    </Button>
                  </span>
                ) : (
                  <Link to={pathOf(entry)}>{t('annotate.refusedOpen')}</Link>
                )}
              </div>
            ))}
        </Fragment>
      ))}
    </div>
  )
}

/** Whether the user cannot open the record any more. */
function isGone({ refusal }: OutboxEntry): boolean {
  return refusal?.status === 404 || refusal?.status === 403
}

/** An answer as a text to be kept elsewhere, one line a question; empty when the response was deleted. */
function inWords({ change, edit }: OutboxEntry): string {
  if (edit) return JSON.stringify(edit.record.annotation)
  if (change.status === 'pending') return ''
  return Object.entries(change.values)
    .map(([name, { value }]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}

function pathOf({ datasetId, recordId, edit }: OutboxEntry): string {
  return edit ? editPath(edit) : `/dataset/${datasetId}/annotation-mode?record=${recordId}`
}

/** The page that shows the record of an edit: its dataset, filtered by the id. */
function editPath({ workspace, name, record }: RecordEdit): string {
  const query = JSON.stringify({ text: `id:${JSON.stringify(String(record.id))}` })
  return `/datasets/${encodeURIComponent(workspace)}/${encodeURIComponent(name)}?query=${encodeURIComponent(query)}`
}

function explain(kind: SavedState['kind'], isOnline: boolean): string {
  switch (kind) {
    case 'saved':
      return t('saved.explain.all')
    case 'saving':
      return t('saved.explain.saving')
    case 'waiting':
      return t(isOnline ? 'saved.explain.waiting' : 'saved.explain.offline')
    case 'elsewhere':
      return t('saved.explain.elsewhere')
    case 'refused':
      return t('saved.explain.refused')
  }
}
