import type { Question } from '@postil/contract/feedback/settings/questions'
import type { DisagreementQuery, Disagreements } from '@postil/contract/feedback/team/agreement'
import { namesById } from '@postil/domain/people/full-name'
import { t } from '../../i18n/areas/team/disagreements.ts'
import type { Choice } from '../../ui/controls/RadioGroup.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import styles from './inbox.module.css'

/** The filters in the address: `question` (a name), `person` (a user id) and `status`. */
export const FILTERS = ['status', 'question', 'person'] as const
type FilterName = (typeof FILTERS)[number]

/** The filters of an address, as the server expects them. */
export function filtersOf(params: URLSearchParams): DisagreementQuery {
  const status = params.get('status')
  return {
    question: params.get('question') ?? undefined,
    user_id: params.get('person') ?? undefined,
    status: status === 'open' || status === 'resolved' ? status : undefined,
  }
}

/** Whether any filter is set. */
export function isFiltered(filters: DisagreementQuery): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

interface DisagreementFiltersProps {
  filters: DisagreementQuery
  questions: readonly Question[]
  users: Disagreements['users']
  /** Set a filter, or remove it (undefined). */
  onChange: (name: FilterName, value: string | undefined) => void
}

/** Above the list of disagreements: which status, question and person it is about. */
export function DisagreementFilters({ filters, questions, users, onChange }: DisagreementFiltersProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own layout in some browsers
    <div className={styles.filters} role="group" aria-label={t('disagreements.filters')}>
      <Filter
        label={t('disagreements.status')}
        all={t('disagreements.status.all')}
        choices={[
          { value: 'open', label: t('disagreements.status.open') },
          { value: 'resolved', label: t('disagreements.status.resolved') },
        ]}
        value={filters.status}
        onChange={(value) => onChange('status', value)}
      />
      <Filter
        label={t('disagreements.question')}
        all={t('disagreements.question.all')}
        choices={questions.map(({ name, title }) => ({ value: name, label: title }))}
        value={filters.question}
        onChange={(value) => onChange('question', value)}
      />
      <Filter
        label={t('disagreements.person')}
        all={t('disagreements.person.all')}
        choices={[...namesById(users)].map(([value, label]) => ({ value, label }))}
        value={filters.user_id}
        onChange={(value) => onChange('person', value)}
      />
    </div>
  )
}

/** Stands for no filter; neither the name of a question nor an id. */
const ALL = '*'

interface FilterProps {
  label: string
  /** The text of no filter. */
  all: string
  choices: readonly Choice<string>[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function Filter({ label, all, choices, value = ALL, onChange }: FilterProps) {
  const offered = [{ value: ALL, label: all }, ...choices]
  // A link may name a question or a person that has no disagreement any more.
  if (!offered.some((choice) => choice.value === value)) offered.push({ value, label: value })
  return (
    <Select
      aria-label={label}
      size="small"
      className={styles.filter}
      choices={offered}
      value={value}
      onChange={(next) => onChange(next === ALL ? undefined : next)}
    />
  )
}
