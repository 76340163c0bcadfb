import type { Question } from '@postil/contract/feedback/settings/questions'
import { OPTION_COLORS } from '@postil/contract/options'
import { alikeWords } from '@postil/domain/options/alike-labels'
import { hasOptions, type OptionQuestion } from '@postil/domain/options/question-options'
import { parseLabels } from '@postil/domain/task-editing/edit-labels'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { questionOptionCalls } from '../../../api/feedback/option-changes.ts'
import { queryKeys } from '../../../api/keys.ts'
import { t } from '../../../i18n/areas/settings.ts'
import { tintStyle } from '../../../spans/tints.ts'
import { useFocusInPlace } from '../../../ui/browser/use-focus-in-place.ts'
import { AddTexts } from '../../../ui/controls/AddTexts.tsx'
import { breakable } from '../../../ui/display/breakable.tsx'
import { OptionMenu } from './OptionMenu.tsx'
import styles from './Options.module.css'
import type { ShownOption } from './use-option-changes.ts'
import { type OptionChanges, useOptionChanges } from './use-option-changes.ts'

/** The options of a question. Each change takes effect at once, unlike the texts in the form beside it. */
export function QuestionOptions({ question }: { question: Question }) {
  const queryClient = useQueryClient()
  const calls = useMemo(() => questionOptionCalls(question.id), [question.id])
  const { settings } = question
  const [box, keepPlace] = useFocusInPlace(settings, 'li button')
  const shown = hasOptions(settings) ? [...settings.options, ...(settings.retired_options ?? [])] : []
  const changes = useOptionChanges(
    calls,
    () => {
      // Records also contain options.
      void queryClient.invalidateQueries({ queryKey: queryKeys.dataset(question.dataset_id) })
    },
    // A renamed option is another item of the list.
    (changed) => keepPlace(shown.findIndex(({ value }) => value === changed)),
  )
  if (!hasOptions(settings)) return null
  const alike = alikeWords(settings.options.map(({ text }) => text))
  const parts = { settings, offered: settings.options, changes }
  return (
    <div ref={box} className={styles.options}>
      <h3 className={styles.title}>{t('options.title')}</h3>
      <OptionList {...parts} options={settings.options} />
      {alike && <p className="note">{t('options.alike', { labels: alike })}</p>}
      {settings.retired_options && (
        <>
          <p className="note">{t('options.retired')}</p>
          <OptionList {...parts} options={settings.retired_options} isRetired />
        </>
      )}
      {settings.type !== 'ranking' && <AddOptions options={settings.options} changes={changes} />}
    </div>
  )
}

interface OptionListProps {
  settings: OptionQuestion
  options: readonly ShownOption[]
  offered: readonly ShownOption[]
  changes: OptionChanges
  isRetired?: boolean
}

function OptionList({ settings, options, offered, changes, isRetired }: OptionListProps) {
  const hasColors = settings.type === 'span'
  return (
    <ol className={styles.list} aria-label={isRetired ? t('options.retired') : t('options.title')}>
      {options.map((option, index) => (
        <li
          key={option.value}
          className={styles.option}
          data-retired={isRetired || undefined}
          style={hasColors && !isRetired ? tintStyle((option.color ?? index) % OPTION_COLORS) : undefined}
        >
          <span>{breakable(option.text)}</span>
          {option.text !== option.value && <code className={styles.value}>{breakable(option.value)}</code>}
          <OptionMenu
            option={option}
            offered={offered}
            changes={changes}
            hasColors={hasColors}
            isFixed={settings.type === 'ranking'}
          />
        </li>
      ))}
    </ol>
  )
}

/** A form to add options in place, as for labels of classic datasets. */
function AddOptions({ options, changes }: { options: readonly ShownOption[]; changes: OptionChanges }) {
  const isKnown = (text: string) => options.some(({ value }) => value === text)
  const add = (texts: readonly string[]) => {
    const added = texts.filter((text) => !isKnown(text))
    // If all of them exist already, send them anyway: the server's reply explains it.
    const values = added.length > 0 ? added : texts
    return changes.make({ kind: 'add', options: values.map((value) => ({ value })) }, values.join(', '))
  }
  return (
    <AddTexts
      words={WORDS}
      parse={parseLabels}
      isKnown={isKnown}
      noteOn={(texts) => {
        const alike = alikeWords([...options.map(({ text }) => text), ...texts], texts)
        return alike && t('options.alike', { labels: alike })
      }}
      isPending={changes.running !== undefined}
      onAdd={add}
    />
  )
}

const WORDS = {
  open: t('options.add'),
  label: t('options.adding'),
  help: t('options.addingHelp'),
  preview: t('options.preview'),
  add: (count: number) => t('options.addNow', { count }),
}
