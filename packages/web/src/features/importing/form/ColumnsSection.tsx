import type { Json } from '@postil/contract/shapes'
import type { ImportPlan } from '@postil/domain/importing/plan'
import { t } from '../../../i18n/index.ts'
import type { FileScan } from '../engine/scan.ts'
import { ColumnHead } from './ColumnHead.tsx'
import styles from './ColumnsSection.module.css'
import { Section } from './Section.tsx'

const SHOWN_ROWS = 8

interface ColumnsSectionProps {
  scan: FileScan
  plan: ImportPlan
  /** Name of the dataset that the rows are added to, if it is there already. */
  into: string | undefined
  onPlan: (plan: ImportPlan) => void
}

/** The first rows as a table; the head of each column says, and lets change, what it becomes. */
export function ColumnsSection({ scan, plan, into, onPlan }: ColumnsSectionProps) {
  const { profile, preview } = scan
  const lead = into === undefined ? t('import.columnsLead') : t('import.columnsInto', { name: into })
  return (
    <Section title={t('import.columns')} lead={lead}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
      <section className={styles.scroll} aria-label={t('import.preview')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.lineHead}>
                {t('import.line')}
              </th>
              {profile.columns.map((column, index) => (
                <ColumnHead
                  key={column.name}
                  index={index}
                  profile={column}
                  rows={profile.rows}
                  plan={plan}
                  onPlan={onPlan}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.slice(0, SHOWN_ROWS).map(({ line, cells }) => (
              <tr key={line}>
                <td className={styles.line}>{line}</td>
                {profile.columns.map(({ name }, index) => (
                  <td
                    key={name}
                    className={styles.cell}
                    data-unused={plan.columns[index]?.use.kind === 'nothing' || undefined}
                  >
                    <div className={styles.text} dir="auto">
                      {showCell(cells[index])}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  )
}

function showCell(cell: Json | undefined): string {
  if (cell === undefined || cell === null) return ''
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}
