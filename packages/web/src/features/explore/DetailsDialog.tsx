import type { AnyRecordBody } from '@postil/contract/task/records'
import { Filter } from 'lucide-react'
import { t } from '../../i18n/explore.ts'
import { formatDateTime } from '../../i18n/index.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './DetailsDialog.module.css'

const TITLE_CHARS = 100

interface DetailsDialogProps {
  body: AnyRecordBody
  title: string
  onClose: () => void
  /** Show only records with this value. */
  onFilter: (key: string, value: string) => void
}

/** All that is known of a record, as names and values; empty ones are left out. */
export function DetailsDialog({ body, title, onClose, onFilter }: DetailsDialogProps) {
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
          {rowsOf(body).map(({ name, value, key }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
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
    </Dialog>
  )
}

interface Row {
  name: string
  value: string
  /** The metadata key that records can be filtered by. */
  key?: string
}

function rowsOf(body: AnyRecordBody): Row[] {
  const known: Row[] = [
    { name: t('explore.details.id'), value: String(body.id) },
    { name: t('explore.details.event_timestamp'), value: timeWords(body.event_timestamp) },
    { name: t('explore.details.last_updated'), value: timeWords(body.last_updated) },
    { name: t('explore.details.prediction'), value: agentOf(body.prediction) },
    { name: t('explore.details.status'), value: t(`explore.status.${body.status}`) },
  ]
  const metadata = Object.entries(body.metadata ?? {})
    .map(([name, value]): Row => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      const isPlain = ['string', 'number', 'boolean'].includes(typeof value) && !name.startsWith('_')
      return { name, value: text, ...(isPlain ? { key: name } : {}) }
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return [...known, ...metadata].filter(({ value }) => value !== '')
}

function agentOf(prediction: AnyRecordBody['prediction']): string {
  if (!prediction) return ''
  if ('labels' in prediction) return `${prediction.agent}: ${prediction.labels.map((label) => label.class).join(', ')}`
  return prediction.agent
}

// Times on the wire are UTC without saying so.
function timeWords(wire: string | null | undefined): string {
  if (!wire) return ''
  const moment = new Date(/[zZ]|[+-]\d\d:\d\d$/.test(wire) ? wire : `${wire}Z`)
  return Number.isNaN(moment.getTime()) ? wire : formatDateTime(moment)
}
