import type { AssignmentCreate } from '@postil/contract/feedback/team/assignments'
import { ListFilter } from 'lucide-react'
import { Suspense, useState } from 'react'
import { BarButton } from '../../find/BarButton.tsx'
import { filterWords } from '../../find/filters/filter-words.ts'
import type { Conditions, RecordFilter } from '../../find/query.ts'
import { t } from '../../i18n/areas/team/team-progress.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { lazy } from '../../ui/loading/lazy.tsx'
import { filterEntries, filterMenus, filterName } from '../feedback/finding/filter-entries.ts'
import { toSearchBody } from '../feedback/finding/search-body.ts'
import { type SearchSettings, useSearchSettings } from '../feedback/finding/use-search-settings.ts'
import styles from './AssignDialog.module.css'

const FeedbackFilters = lazy(() => import('../feedback/finding/FeedbackFilters.tsx').then((m) => m.FeedbackFilters))

/** Records of a dataset: with some words, and as some filters find them. */
interface Chosen {
  words: string
  filters: readonly RecordFilter[]
}

export const ALL_RECORDS: Chosen = { words: '', filters: [] }

/** The search for records, as the API takes it; nothing for all records. */
export function searchFor(chosen: Chosen): Pick<AssignmentCreate, 'search'> {
  const search = toSearchBody({ ...conditionsOf(chosen), sort: [], similarity: undefined })
  return Object.keys(search).length === 0 ? {} : { search }
}

/** Conditions in words, such as “Source: web”. */
export function conditionWords({ text, filters }: Pick<Conditions, 'text' | 'filters'>, settings: SearchSettings) {
  const { properties = [], questions = [], fields = [] } = settings
  const entries = filterEntries(properties, questions, true)
  const named = filterWords(filters, filterMenus(entries, false), (filter) => filterName(filter, entries))
  const field = fields.find(({ name }) => name === text?.field)
  const words = text && (field ? t('team.assign.textIn', { words: text.q, field: field.title }) : wordsIn(text.q))
  return [...(words ? [words] : []), ...named.map((one) => one.text)]
}

interface ChooseRecordsProps {
  datasetId: string
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

/** Chooses records by words and by all filters of the dataset. */
export function ChooseRecords({ datasetId, chosen, onChange }: ChooseRecordsProps) {
  const settings = useSearchSettings(datasetId)
  const [isOpen, setOpen] = useState(false)
  const { words, filters } = chosen
  const named = conditionWords({ text: undefined, filters }, settings)
  const setFilters = (next: readonly RecordFilter[]) => onChange({ words, filters: next })
  return (
    <>
      <TextField
        label={t('team.assign.words')}
        need="optional"
        description={t('team.assign.words.what')}
        value={words}
        onChange={(next) => onChange({ words: next, filters })}
      />
      <div className={styles.filters}>
        <BarButton
          name={t('search.filters')}
          count={named.length}
          icon={ListFilter}
          variant="default"
          aria-haspopup="dialog"
          onPress={() => setOpen(true)}
        />
        <span>{named.join(', ')}</span>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <FeedbackFilters
            {...{ datasetId, filters, sort: [] }}
            {...{ properties: settings.properties, questions: settings.questions }}
            url={conditionsOf(chosen)}
            isSheet
            takesFocus={false}
            onChange={setFilters}
            onReset={() => setFilters([])}
            onClose={() => setOpen(false)}
            onAway={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function conditionsOf({ words, filters }: Chosen): Pick<Conditions, 'text' | 'filters'> {
  const q = words.trim()
  return { text: q === '' ? undefined : { q }, filters }
}

function wordsIn(words: string): string {
  return t('team.assign.text', { words })
}
