import type { CSSProperties } from 'react'
import { formatNumber } from '../../../i18n/index.ts'
import styles from './classification.module.css'

interface ExplainedTextProps {
  tokens: readonly { token: string; attributions: Record<string, number> }[]
  label: string
}

/** A text whose words are tinted by how much they speak for a label, or against it. The number is one hover away. */
export function ExplainedText({ tokens, label }: ExplainedTextProps) {
  return (
    <p className={styles.explainedText}>
      {tokens.map(({ token, attributions }, at) => {
        const value = attributions[label] ?? 0
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the same word may come twice, and its place is its name
            key={at}
            className={styles.token}
            data-sign={value > 0 ? 'for' : value < 0 ? 'against' : undefined}
            style={{ '--strength': `${strength(value)}%` } as CSSProperties}
            title={formatNumber(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 })}
          >
            {token}{' '}
          </span>
        )
      })}
    </p>
  )
}

/** On a scale like a logarithm, so that weak words are seen beside strong ones: percent of the tint, at most 60. */
function strength(value: number): number {
  return Math.round(60 * Math.min(1, Math.log10(1 + 9 * Math.min(1, Math.abs(value)))))
}
