import { t } from '../i18n/finding.ts'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import styles from './SearchBox.module.css'

const EXAMPLES = [
  ['card payment', 'search.help.words'],
  ['“card payment”', 'search.help.phrase'],
  ['pay*', 'search.help.prefix'],
  ['card -virtual', 'search.help.exclude'],
] as const

// No field can have this name: names are lower-case words.
const ALL = '*'

interface SearchOptionsProps {
  fields: readonly { name: string; title: string }[]
  /** Where is searched; undefined: everywhere. */
  field: string | undefined
  onField: (field: string | undefined) => void
}

/** Where is searched, and what can be typed. */
export function SearchOptions({ fields, field, onField }: SearchOptionsProps) {
  return (
    <>
      {fields.length > 1 && (
        <RadioGroup
          label={t('search.in')}
          choices={[
            { value: ALL, label: t('search.allFields') },
            ...fields.map(({ name, title }) => ({ value: name, label: title })),
          ]}
          value={field ?? ALL}
          onChange={(chosen) => onField(chosen === ALL ? undefined : chosen)}
        />
      )}
      <SearchHelp />
    </>
  )
}

/** What the search understands, by example. */
function SearchHelp() {
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
