import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '../../i18n/areas/importing.ts'
import { formatNumber } from '../../i18n/index.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../dataset-list/LinkButton.tsx'
import styles from './ImportProgress.module.css'
import type { ImportState, PlannedImport } from './import-state.ts'
import { BadRows } from './notices/BadRows.tsx'

/** Id of the title of the result. */
export const DONE_TITLE = 'import-done'

interface ImportDoneProps {
  state: Extract<ImportState, { step: 'done' }>
  onOther: () => void
}

/** The result of an import; Enter opens the dataset. */
export function ImportDone({ state, onOther }: ImportDoneProps) {
  const { planned, result, path, settingsPath, name, seconds } = state
  const { created, updated, skipped } = result
  const start = useRef<HTMLAnchorElement>(null)
  useEffect(() => start.current?.focus(), [])
  const took = t('import.took', { seconds: formatNumber(seconds, { maximumFractionDigits: 1 }) })
  const counts = [
    ...(created > 0 || updated + skipped === 0 ? [t('import.created', { count: created })] : []),
    ...(updated > 0 ? [t('import.updated', { count: updated })] : []),
    ...(skipped > 0 ? [t('import.skipped', { count: skipped })] : []),
  ]
  return (
    <div className={styles.sheet}>
      <ul className={styles.list} aria-label={t('import.doneInto', { name })}>
        {counts.map((words, index) => (
          <li key={words}>{index === 0 ? `${words} ${took}` : words}</li>
        ))}
        {result.notes.map(({ text, count }) => (
          <li key={text}>{t('import.note', { text, count })}</li>
        ))}
      </ul>
      <BadRows count={result.badCount} rows={result.bad} fileName={planned.file.name} isDone />
      <div className={styles.actions}>
        <Link ref={start} className={styles.link} to={path} aria-describedby={DONE_TITLE}>
          {t('import.start')}
        </Link>
        {settingsPath && <LinkButton href={settingsPath}>{t('import.toSettings')}</LinkButton>}
        <Button onPress={onOther}>{t('import.another')}</Button>
      </div>
    </div>
  )
}

interface ImportStoppedProps {
  state: Extract<ImportState, { step: 'stopped' }>
  onGoOn: (planned: PlannedImport) => void
  onOther: () => void
}

/** An upload into an existing dataset stopped early: what was written stays, and it can be resumed. */
export function ImportStopped({ state, onGoOn, onOther }: ImportStoppedProps) {
  const { planned, progress, error } = state
  const { to } = planned
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  if (to.kind === 'new') return null
  const name = to.kind === 'existing' ? to.dataset.name : to.name
  const checkpoint = progress?.checkpoint ?? planned.checkpoint
  return (
    <div className={styles.sheet}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {t('import.stopped')}
      </h2>
      {error && <p role="alert">{error}</p>}
      <p>{t('import.stoppedFacts', { count: checkpoint?.written ?? 0, name })}</p>
      <p className="note">{t('import.stoppedHelp')}</p>
      <div className={styles.actions}>
        <Button variant="primary" onPress={() => onGoOn({ ...planned, checkpoint })}>
          {t('import.goOn')}
        </Button>
        <Button onPress={onOther}>{t('import.another')}</Button>
      </div>
    </div>
  )
}
