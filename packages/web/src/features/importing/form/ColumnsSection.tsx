import { cellWords } from '@postil/importing/plan/cell-words'
import type { ImportPlan } from '@postil/importing/plan/plan'
import type { ColumnProfile } from '@postil/importing/read/profile'
import type { FileScan } from '@postil/importing/read/scan'
import { Fragment, type ReactNode, useState } from 'react'
import { t } from '../../../i18n/areas/importing.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import styles from './ColumnsSection.module.css'
import { Section } from './Section.tsx'

const SHOWN_ROWS = 8
/** Further columns are shown on request, since each has its own controls. */
const SHOWN_COLUMNS = 30

interface ColumnsSectionProps {
  scan: FileScan
  /** How cells are parsed. */
  plan: ImportPlan
  lead: string
  /** Renders the head of a column: its use and options. */
  head: (profile: ColumnProfile, index: number) => ReactNode
  isUnused: (index: number) => boolean
}

/** The first rows as a table; the use of each column is chosen in its head. */
export function ColumnsSection({ scan, plan, lead, head, isUnused }: ColumnsSectionProps) {
  const { profile, preview } = scan
  const [isAll, setAll] = useState(false)
  const columns = isAll ? profile.columns : profile.columns.slice(0, SHOWN_COLUMNS)
  const hiddenCount = profile.columns.length - columns.length
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
              {columns.map((column, index) => (
                <Fragment key={column.name}>{head(column, index)}</Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.slice(0, SHOWN_ROWS).map(({ line, cells }) => (
              <tr key={line}>
                <td className={styles.line}>{line}</td>
                {columns.map(({ name }, index) => (
                  <td key={name} className={styles.cell} data-unused={isUnused(index) || undefined}>
                    <div className={styles.text} dir="auto">
                      {cellWords(plan, cells, index)}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {hiddenCount > 0 && (
        <Button className={styles.more} size="medium" onPress={() => setAll(true)}>
          {t('import.moreColumns', { count: hiddenCount })}
        </Button>
      )}
    </Section>
  )
}
