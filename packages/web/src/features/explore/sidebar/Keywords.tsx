import { t } from '../../../i18n/areas/classic/explore.ts'
import { formatNumber } from '../../../i18n/index.ts'
import type { StatsProps } from '../task-parts.ts'
import styles from './sidebar.module.css'

/** The most frequent words of the matching records; a click adds one to the search. */
export function Keywords({ counts, onSearch }: StatsProps) {
  const words = Object.entries(counts?.words ?? {})
  if (words.length === 0) return <p className={styles.none}>{t('explore.stats.none')}</p>
  return (
    <section aria-label={t('explore.stats.keywords')}>
      <h3 className={styles.heading}>{t('explore.stats.keywords')}</h3>
      <ul className={styles.list}>
        {words.map(([word, count]) => (
          <li key={word}>
            <button
              type="button"
              className={styles.word}
              aria-label={t('explore.stats.search', { word, count })}
              onClick={() => onSearch(word)}
            >
              <span className={styles.name}>{word}</span>
            </button>
            <span className={styles.count} aria-hidden="true">
              {formatNumber(count)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
