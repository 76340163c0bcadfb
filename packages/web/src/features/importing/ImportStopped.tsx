import { useEffect, useRef } from 'react'
import { t } from '../../i18n/areas/importing.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from './ImportProgress.module.css'
import type { ImportState, PlannedImport } from './import-state.ts'

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
      <p className={styles.help}>{t('import.stoppedHelp')}</p>
      <div className={styles.actions}>
        <Button variant="primary" onPress={() => onGoOn({ ...planned, checkpoint })}>
          {t('import.goOn')}
        </Button>
        <Button onPress={onOther}>{t('import.another')}</Button>
      </div>
    </div>
  )
}
