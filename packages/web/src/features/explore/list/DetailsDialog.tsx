import type { AnyRecordBody } from '@postil/contract/task/records'
import type { TaskRecordPart } from '@postil/contract/task/task-records'
import type { EditableRecord } from '@postil/domain/task-editing/record'
import { Filter } from 'lucide-react'
import type { TaskPlace } from '../../../api/classic/task-records.ts'
import { t } from '../../../i18n/areas/classic/history.ts'
import { formatWireTime } from '../../../i18n/index.ts'
import { metadataWords } from '../../../record/metadata-words.ts'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import styles from './DetailsDialog.module.css'
import { TaskRecordHistory } from './history/TaskRecordHistory.tsx'

const TITLE_CHARS = 100

interface DetailsDialogProps {
  place: TaskPlace
  record: EditableRecord
  title: string
  onClose: () => void
  /** Called to show only the records with this value. */
  onFilter: (key: string, value: string) => void
  /** Called with the record as it is once a part of it was restored from its history. */
  onRestored: (body: AnyRecordBody, part: TaskRecordPart) => void
}

/** All details of a record, as names and values, and its history; empty values are left out. */
export function DetailsDialog({ place, record, title, onClose, onFilter, onRestored }: DetailsDialogProps) {
  return (
    <Dialog
      title={title.length > TITLE_CHARS ? `${title.slice(0, TITLE_CHARS)}…` : title}
      isOpen
      onClose={onClose}
      width={800}
    >
      <table className={styles.table}>
        <thead className="visuallyHidden">
          <tr>
            <th>{t('explore.details.name')}</th>
            <th>{t('explore.details.value')}</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(record.body).map(({ name, value, words, key }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{words ?? value}</td>
              <td className={styles.tools}>
                <CopyButton text={value} label={t('explore.details.copy', { name })} />
                {key !== undefined && (
                  <IconButton
                    icon={Filter}
                    label={t('explore.details.filter', { name })}
                    size="small"
                    onPress={() => onFilter(key, value)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <TaskRecordHistory {...{ place, record, onRestored }} />
    </Dialog>
  )
}

interface Row {
  name: string
  /** The stored value, for copying and filtering. */
  value: string
  /** The displayed value, if it differs from the stored one. */
  words?: string
  /** The metadata key, if records can be filtered by it. */
  key?: string
}

function rowsOf(body: AnyRecordBody): Row[] {
  const known: Row[] = [
    { name: t('explore.details.id'), value: String(body.id) },
    { name: t('explore.details.event_timestamp'), value: timeOf(body.event_timestamp) },
    { name: t('explore.details.last_updated'), value: timeOf(body.last_updated) },
    { name: t('explore.details.prediction'), value: agentOf(body.prediction) },
    { name: t('explore.details.status'), value: t(`explore.status.${body.status}`) },
  ]
  const metadata = Object.entries(body.metadata ?? {})
    .map(([name, value]): Row => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      const isPlain = ['string', 'number', 'boolean'].includes(typeof value) && !name.startsWith('_')
      return { name, value: text, words: metadataWords(value), ...(isPlain ? { key: name } : {}) }
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return [...known, ...metadata].filter(({ value }) => value !== '')
}

function agentOf(prediction: AnyRecordBody['prediction']): string {
  if (!prediction) return ''
  if ('labels' in prediction) return `${prediction.agent}: ${prediction.labels.map((label) => label.class).join(', ')}`
  return prediction.agent
}

function timeOf(wire: string | null | undefined): string {
  return wire ? formatWireTime(wire) : ''
}
