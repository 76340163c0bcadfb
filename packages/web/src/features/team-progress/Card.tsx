import { ChartColumn, Download, Table2 } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useState } from 'react'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { formatDateTime, formatNumber } from '../../i18n/index.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Icon } from '../../ui/display/Icon.tsx'
import { Cell, HeaderCell, Row, Table } from '../../ui/display/Table.tsx'
import { type CsvValue, type Figures, saveCsv } from '../exporting/save-csv.ts'
import styles from './cards.module.css'

/** The data of all cards of a page by title, for the download of all tables. */
export const CardTables = createContext<Map<string, Figures>>(new Map())

interface CardProps {
  title: string
  /** Shown beside the title. */
  lead?: ReactNode
  /** The data behind the chart, for the table view and the download. */
  figures: Figures
  /** Part of the file name of the download. */
  datasetName: string
  children: ReactNode
}

/** A card with a chart, which can be switched to a table of its data and downloaded as CSV. */
export function Card({ title, lead, figures, datasetName, children }: CardProps) {
  const id = useId()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const tables = useContext(CardTables)
  // Before the effects of the page, which may download the tables as soon as the last card is there.
  useLayoutEffect(() => {
    tables.set(title, figures)
    return () => void tables.delete(title)
  })
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
            onPress={() => saveCsv(`${datasetName} ${title}`, figures)}
          />
        </span>
      </header>
      {view === 'chart' ? children : <FiguresTable title={title} figures={figures} />}
    </section>
  )
}

function FiguresTable({ title, figures: { columns, rows } }: { title: string; figures: Figures }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys, too
    <section className={styles.figuresTable} aria-label={t('team.tableOf', { card: title })} tabIndex={0}>
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
                  {textOf(cell)}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function textOf(value: CsvValue): string {
  if (value instanceof Date) return formatDateTime(value)
  return typeof value === 'number' ? formatNumber(value) : value
}
