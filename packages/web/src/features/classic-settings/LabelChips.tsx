import { type GlobalLabel, listLabels, MAX_ENTITY_COLORS } from '@postil/domain/task-editing/labels'
import type { CSSProperties, ReactNode } from 'react'
import { t } from '../../i18n/areas/classic/settings.ts'
import { breakable } from '../../ui/display/breakable.tsx'
import { KeyCap } from '../../ui/display/KeyCap.tsx'
import styles from './ClassicSettings.module.css'

interface LabelChipsProps {
  labels: readonly GlobalLabel[]
  /** Show the colours of entities. */
  hasColors: boolean
  /** Renders the menu of a label, at its end. */
  menuOf?: ((label: GlobalLabel) => ReactNode) | undefined
}

/** The labels in their order, each with its key; unsaved ones are marked. */
export function LabelChips({ labels, hasColors, menuOf }: LabelChipsProps) {
  return (
    <ol className={styles.chips} aria-label={t('labels.title')}>
      {listLabels(labels).map((label) => (
        <li
          key={label.text}
          className={styles.chip}
          data-unsaved={!label.is_saved_in_back || undefined}
          data-color={hasColors ? label.color_id % MAX_ENTITY_COLORS : undefined}
          style={hasColors ? tintOf(label) : undefined}
        >
          <span className={styles.chipText}>{breakable(label.text)}</span>
          {!label.is_saved_in_back && <span className="visuallyHidden">{t('labels.unsaved')}</span>}
          {label.shortcut !== null && <KeyCap keys={label.shortcut} />}
          {menuOf?.(label)}
        </li>
      ))}
    </ol>
  )
}

function tintOf({ color_id }: GlobalLabel): CSSProperties {
  const index = color_id % MAX_ENTITY_COLORS
  return { '--tint': `var(--entity-${index})`, '--tint-line': `var(--entity-${index}-line)` } as CSSProperties
}
