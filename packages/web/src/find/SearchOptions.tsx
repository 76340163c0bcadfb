import { t } from '../i18n/areas/finding.ts'
import { RadioGroup } from '../ui/controls/RadioGroup.tsx'
import { SearchExamples } from './SearchExamples.tsx'

const EXAMPLES = [
  ['card payment', t('search.help.words')],
  ['"card payment"', t('search.help.phrase')],
  ['pay*', t('search.help.prefix')],
  ['card -virtual', t('search.help.exclude')],
] as const

// No field can have this name: field names are lower-case.
const ALL = '*'

interface SearchOptionsProps {
  fields: readonly { name: string; title: string }[]
  /** The field to search in; undefined searches all fields. */
  field: string | undefined
  onField: (field: string | undefined) => void
  onTry: (query: string) => void
}

/** The field to search in, and examples of queries. */
export function SearchOptions({ fields, field, onField, onTry }: SearchOptionsProps) {
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
      <SearchExamples examples={EXAMPLES} note={t('search.help.note')} onTry={onTry} />
    </>
  )
}
