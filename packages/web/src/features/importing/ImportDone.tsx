import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatNumber, t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { BadRows } from './BadRows.tsx'
import styles from './ImportProgress.module.css'
import type { ImportState } from './import-state.ts'

interface ImportDoneProps {
  state: Extract<ImportState, { step: 'done' }>
  onOther: () => void
}

/** What an import came to, and the way on. */
export function ImportDone({ state, onOther }: ImportDoneProps) {
  const { planned, result, datasetId, name, seconds } = state
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isNew = planned.to.kind === 'new'
  return (
    <div className={styles.sheet}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {t(isNew ? 'import.done' : 'import.doneInto', { name })}
      </h2>
      <ul className={styles.list} aria-label={t('import.doneInto', { name })}>
        <li>
          {t('import.created', { count: result.created })}{' '}
          {t('import.took', { seconds: formatNumber(seconds, { maximumFractionDigits: 1 }) })}
        </li>
        {result.updated > 0 && <li>{t('import.updated', { count: result.updated })}</li>}
        {result.skipped > 0 && <li>{t('import.skipped', { count: result.skipped })}</li>}
        {result.notes.map(({ text, count }) => (
          <li key={text}>{t('import.note', { text, count })}</li>
        ))}
      </ul>
      <BadRows count={result.badCount} rows={result.bad} fileName={planned.file.name} isDone />
      <div className={styles.actions}>
        <Link className={styles.link} to={`/dataset/${datasetId}/annotation-mode`}>
          {t('import.start')}
        </Link>
        <Button onPress={onOther}>{t('import.another')}</Button>
      </div>
    </div>
  )
}
