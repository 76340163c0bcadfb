import type { QuestionSettingsCreate } from '@postil/contract/feedback/settings/question-settings'
import { withOptions } from '@postil/importing/plan/edit-questions'
import { t } from '../../../i18n/areas/importing.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { LabelNames } from './LabelNames.tsx'

const SCALES = [
  [1, 3],
  [1, 5],
  [1, 7],
  [1, 10],
  [0, 10],
] as const

interface QuestionOptionsProps {
  settings: QuestionSettingsCreate
  fields: readonly { name: string; title: string }[]
  onChange: (settings: QuestionSettingsCreate) => void
}

/** The options of a question besides its texts, by type. */
export function QuestionOptions({ settings, fields, onChange }: QuestionOptionsProps) {
  switch (settings.type) {
    case 'text':
      return (
        <Switch isSelected={settings.use_markdown} onChange={(next) => onChange({ ...settings, use_markdown: next })}>
          {t('import.answerMarkdown')}
        </Switch>
      )
    case 'rating':
      return <ScaleSelect settings={settings} onChange={onChange} />
    case 'label_selection':
    case 'multi_label_selection':
    case 'ranking':
      return <LabelsArea settings={settings} onChange={onChange} />
    case 'span':
      return (
        <>
          <Select
            label={t('import.spanField')}
            choices={fields.map(({ name, title }) => ({ value: name, label: title }))}
            value={fields.some(({ name }) => name === settings.field) ? settings.field : null}
            onChange={(field) => onChange({ ...settings, field })}
          />
          <LabelsArea settings={settings} onChange={onChange} />
          <Switch
            isSelected={settings.allow_overlapping}
            onChange={(next) => onChange({ ...settings, allow_overlapping: next })}
          >
            {t('import.allowOverlap')}
          </Switch>
        </>
      )
  }
}

type LabelledSettings = Exclude<QuestionSettingsCreate, { type: 'text' | 'rating' }>

function LabelsArea({
  settings,
  onChange,
}: {
  settings: LabelledSettings
  onChange: QuestionOptionsProps['onChange']
}) {
  const labels = settings.options.map(({ value }) => value)
  return (
    <LabelNames
      label={t('import.questionOptions', { count: labels.length })}
      names={labels}
      rows={3}
      maxHeight={200}
      onChange={(names) => onChange(withOptions(settings, names))}
    />
  )
}

function ScaleSelect({
  settings,
  onChange,
}: {
  settings: Extract<QuestionSettingsCreate, { type: 'rating' }>
  onChange: QuestionOptionsProps['onChange']
}) {
  const values = settings.options.map(({ value }) => value)
  const current = [Math.min(...values), Math.max(...values)] as const
  const isKnown = SCALES.some(([from, to]) => from === current[0] && to === current[1])
  const scales = isKnown ? SCALES : [current, ...SCALES]
  return (
    <Select
      label={t('import.scale')}
      choices={scales.map(([from, to]) => ({
        value: `${from}-${to}`,
        label: t('import.scaleChoice', { from: String(from), to: String(to) }),
      }))}
      value={`${current[0]}-${current[1]}`}
      onChange={(key) => {
        const [from = 1, to = 5] = key.split('-').map(Number)
        onChange({
          type: 'rating',
          options: Array.from({ length: to - from + 1 }, (_, index) => ({ value: from + index })),
        })
      }}
    />
  )
}
