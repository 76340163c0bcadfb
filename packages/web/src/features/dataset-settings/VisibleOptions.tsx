import { useId } from 'react'
import { t } from '../../i18n/areas/settings.ts'
import { formatNumber } from '../../i18n/index.ts'
import styles from './DatasetSettings.module.css'

/** Fewer are always all shown. */
const MIN = 3

interface VisibleOptionsProps {
  /** How many options there are. */
  count: number
  /** null: all. */
  value: number | null
  onChange: (value: number | null) => void
}

/** How many options show before "more" is pressed. At the end of the slider: all of them. */
export function VisibleOptions({ count, value, onChange }: VisibleOptionsProps) {
  const id = useId()
  if (count <= MIN) return null
  const shown = Math.min(value ?? count, count)
  const words = shown === count ? t('settings.allOptions', { count }) : formatNumber(shown)
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{t('settings.visibleOptions')}</label>
      <output htmlFor={id}>{words}</output>
      <input
        id={id}
        type="range"
        min={MIN}
        max={count}
        value={shown}
        aria-valuetext={words}
        onChange={(event) => onChange(event.target.valueAsNumber === count ? null : event.target.valueAsNumber)}
      />
    </div>
  )
}
