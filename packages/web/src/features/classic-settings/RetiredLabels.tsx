import type { ReactNode } from 'react'
import { t } from '../../i18n/classic-settings.ts'
import { breakable } from '../../ui/breakable.tsx'
import shared from '../dataset-settings/DatasetSettings.module.css'
import styles from './ClassicSettings.module.css'

interface RetiredLabelsProps {
  names: readonly string[]
  menuOf: ((label: { text: string }) => ReactNode) | undefined
}

/** Labels that are no longer offered, but may stand in records. */
export function RetiredLabels({ names, menuOf }: RetiredLabelsProps) {
  if (names.length === 0) return null
  return (
    <>
      <p className={shared.help}>{t('options.retired')}</p>
      <ul className={styles.chips} aria-label={t('options.retired')}>
        {names.map((text) => (
          <li key={text} className={styles.chip} data-retired>
            <span className={styles.chipText}>{breakable(text)}</span>
            {menuOf?.({ text })}
          </li>
        ))}
      </ul>
    </>
  )
}
