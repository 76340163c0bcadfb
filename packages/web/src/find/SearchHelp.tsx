import { t } from '../i18n/index.ts'
import styles from './SearchBox.module.css'

const EXAMPLES = [
  ['card payment', 'search.help.words'],
  ['“card payment”', 'search.help.phrase'],
  ['pay*', 'search.help.prefix'],
  ['card -virtual', 'search.help.exclude'],
] as const

/** What the search understands, by example. */
export function SearchHelp() {
  return (
    <section aria-labelledby="search-help">
      <h3 className={styles.heading} id="search-help">
        {t('search.help.title')}
      </h3>
      <dl className={styles.examples}>
        {EXAMPLES.map(([example, meaning]) => (
          <div key={example} className={styles.example}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t('search.help.note')}</p>
    </section>
  )
}
