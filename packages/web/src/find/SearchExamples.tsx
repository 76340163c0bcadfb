import { t } from '../i18n/areas/finding.ts'
import styles from './SearchExamples.module.css'

interface SearchExamplesProps {
  examples: readonly (readonly [query: string, meaning: string])[]
  note?: string
  onTry: (query: string) => void
}

/** What can be typed into a search box, by example. Pressing an example searches for it. */
export function SearchExamples({ examples, note, onTry }: SearchExamplesProps) {
  return (
    <section aria-labelledby="search-examples">
      <h3 className={styles.heading} id="search-examples">
        {t('search.help.title')}
      </h3>
      <ul className={styles.examples}>
        {examples.map(([example, meaning]) => (
          <li key={example}>
            <button type="button" className={styles.example} onClick={() => onTry(example)}>
              <code>{example}</code>
              <span>{meaning}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{`${note ? `${note} ` : ''}${t('search.help.try')}`}</p>
    </section>
  )
}
