import type { Field } from '@postil/contract/feedback/settings/fields'
import { QUESTION_TYPES, type QuestionSettingsCreate } from '@postil/contract/feedback/settings/question-settings'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { settingsFor } from '@postil/importing/guess/question-for'
import { withOptions } from '@postil/importing/plan/edit-questions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createQuestion } from '../../api/feedback/dataset-parts.ts'
import { fieldsQuery } from '../../api/feedback/queries.ts'
import { t } from '../../i18n/areas/settings.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { QuestionOptions } from '../importing/form/QuestionOptions.tsx'
import { AddItem } from './AddItem.tsx'

const FIRST = { required: true, settings: settingsFor('label_selection', undefined, '') }

interface AddQuestionProps {
  datasetId: string
  questions: readonly Question[]
  onMade: (question: Question) => void
}

/** The form that adds a question to a draft: type, name, title, options, and whether it is required. */
export function AddQuestion({ datasetId, questions, onMade }: AddQuestionProps) {
  const fields = useQuery(fieldsQuery(datasetId))
  const [{ required, settings }, setQuestion] = useState(FIRST)
  const free = freeFields(fields.data ?? [], questions)
  const problem = findProblem(settings, free)
  const setSettings = (next: QuestionSettingsCreate) => setQuestion({ required, settings: next })
  return (
    <AddItem
      label={t('settings.new.question')}
      taken={questions.map(({ name }) => name)}
      isValid={problem === undefined}
      onAdd={async (names) => {
        const made = await createQuestion(datasetId, { ...names, required, settings })
        setQuestion(FIRST)
        onMade(made)
      }}
    >
      <Select
        label={t('settings.new.questionType')}
        choices={QUESTION_TYPES.map((type) => ({ value: type, label: t(`settings.type.${type}`) }))}
        value={settings.type}
        onChange={(type) =>
          setSettings(withOptions(settingsFor(type, undefined, free[0]?.name ?? ''), labelsOf(settings)))
        }
      />
      <QuestionOptions settings={settings} fields={free} onChange={setSettings} />
      {problem && <p className="note">{problem}</p>}
      <Switch isSelected={required} onChange={(next) => setQuestion({ required: next, settings })}>
        {t('settings.new.questionRequired')}
      </Switch>
    </AddItem>
  )
}

/** The labels typed so far, which are kept when the type changes. */
function labelsOf(settings: QuestionSettingsCreate): string[] {
  return settings.type === 'text' || settings.type === 'rating' ? [] : settings.options.map(({ value }) => value)
}

/** Fields without a span question: a field can have at most one (feedback-api §4.3). */
function freeFields(fields: readonly Field[], questions: readonly Question[]): readonly Field[] {
  const marked = new Set(questions.flatMap(({ settings }) => (settings.type === 'span' ? [settings.field] : [])))
  return fields.filter(({ name }) => !marked.has(name))
}

/** A message about what is missing in the settings; undefined when the server will accept them (feedback-api §4.3). */
function findProblem(settings: QuestionSettingsCreate, free: readonly Field[]): string | undefined {
  if (settings.type === 'text' || settings.type === 'rating') return undefined
  if (settings.type === 'span' && free.length === 0) return t('settings.new.spanFields')
  if (settings.type === 'span' && !free.some(({ name }) => name === settings.field)) {
    return t('settings.new.questionField')
  }
  const min = settings.type === 'span' ? 1 : 2
  return settings.options.length < min ? t('settings.new.questionLabels', { min }) : undefined
}
