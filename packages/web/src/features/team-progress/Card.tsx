import { protect } from '@postil/importing/convert/protect'
import { quote } from '@postil/importing/export/export-text'
import { safeFileName } from '@postil/importing/guess/names'
import { ChartColumn, Download, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { formatNumber } from '../../i18n/index.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import { Cell, HeaderCell, Row, Table } from '../../ui/display/Table.tsx'
import { saveText } from '../exporting/save-text.ts'
import styles from './TeamProgress.module.css'

/** The data behind a chart, for the table view and the download. */
interface Figures {
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

interface CardProps {
  title: string
  /** Shown beside the title. */
  lead?: ReactNode
  figures: Figures
  /** Part of the file name of the download. */
  datasetName: string
  children: ReactNode
}

/** A card with a chart, which can be switched to a table of its data and downloaded as CSV. */
export function Card({ title, lead, figures, datasetName, children }: CardProps) {
  const id = useId()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const choice = (value: 'chart' | 'table', icon: typeof Table2) => ({
    value,
    label: (
      <>
        <Icon icon={icon} size={16} />
        <span className="visuallyHidden">{t(`team.${value}`)}</span>
      </>
    ),
  })
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.cardHead}>
        <h2 id={id} className={styles.cardTitle}>
          {title}
        </h2>
        {lead && <span className={styles.lead}>{lead}</span>}
        <span className={styles.tools}>
          <Segmented
            label={t('team.showAs', { card: title })}
            value={view}
            onChange={setView}
            choices={[choice('chart', ChartColumn), choice('table', Table2)]}
          />
          <IconButton
            icon={Download}
            size="small"
            label={t('team.csv', { card: title })}
            onPress={() => saveText(`${safeFileName(`${datasetName} ${title}`)}.csv`, csvOf(figures), 'text/csv')}
          />
        </span>
      </header>
      {view === 'chart' ? children : <FiguresTable title={title} figures={figures} />}
    </section>
  )
}

function FiguresTable({ title, figures: { columns, rows } }: { title: string; figures: Figures }) {
  return (
    <div className={styles.figuresTable}>
      <Table label={title} className={styles.table}>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <HeaderCell key={column} align={typeof rows[0]?.[at] === 'number' ? 'end' : 'start'}>
                {column}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={JSON.stringify(row)}>
              {row.map((cell, at) => (
                <Cell key={columns[at]} isNumber={typeof cell === 'number'} className={styles.cell}>
                  {typeof cell === 'number' ? formatNumber(cell) : cell}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

/**
 * The data as CSV: with a byte order mark, so that spreadsheets read it as UTF-8, and with texts escaped that they
 * would run as formulas.
 */
function csvOf({ columns, rows }: Figures): string {
  const line = (cells: readonly (string | number)[]) =>
    cells.map((cell) => (typeof cell === 'number' ? String(cell) : quote(protect(cell)))).join(',')
  return `\ufeff${[columns, ...rows].map(line).join('\r\n')}\r\n`
}
