import type { Question } from '@postil/contract/feedback/questions'
import { OPTION_COLORS } from '@postil/contract/options'
import { hasOptions, type OptionQuestion } from '@postil/domain/options/question-options'
import { parseLabels } from '@postil/domain/task-editing/edit-labels'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { queryKeys } from '../../../api/keys.ts'
import { questionOptionCalls } from '../../../api/option-changes.ts'
import { t } from '../../../i18n/settings.ts'
import { tintStyle } from '../../../spans/tints.ts'
import { Button } from '../../../ui/Button.tsx'
import { breakable } from '../../../ui/breakable.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { useOfflineReason } from '../../../ui/use-offline-reason.ts'
import shared from '../DatasetSettings.module.css'
import { OptionMenu, type ShownOption } from './OptionMenu.tsx'
import styles from './Options.module.css'
import { type OptionChanges, useOptionChanges } from './use-option-changes.ts'

/** The options of a question: each change is made at once, beside the form of the question's words. */
export function QuestionOptions({ question }: { question: Question }) {
  const queryClient = useQueryClient()
  const calls = useMemo(() => questionOptionCalls(question.id), [question.id])
  const changes = useOptionChanges(calls, () => {
    // Records hold options, too.
    void queryClient.invalidateQueries({ queryKey: queryKeys.dataset(question.dataset_id) })
  })
  const { settings } = question
  if (!hasOptions(settings)) return null
  const parts = { settings, offered: settings.options, changes }
  return (
    <div className={styles.options}>
      <h3 className={styles.title}>{t('options.title')}</h3>
      <OptionList {...parts} options={settings.options} />
      {settings.retired_options && (
        <>
          <p className={shared.help}>{t('options.retired')}</p>
          <OptionList {...parts} options={settings.retired_options} isRetired />
        </>
      )}
      {settings.type !== 'ranking' && <AddOptions changes={changes} />}
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

/** One a line, as labels of classic datasets are added. */
function AddOptions({ changes }: { changes: OptionChanges }) {
  const [typed, setTyped] = useState<string>()
  const offlineReason = useOfflineReason()
  const values = parseLabels(typed ?? '')
  const close = () => setTyped(undefined)
  const add = async () => {
    if (values.length === 0 || changes.running !== undefined) return
    const options = values.map((value) => ({ value }))
    if (await changes.make({ kind: 'add', options }, values.join(', '))) close()
  }
  if (typed === undefined) {
    return (
      <div>
        <Button size="small" icon={Plus} onPress={() => setTyped('')}>
          {t('options.add')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.form}>
      <TextArea label={t('options.adding')} value={typed} onChange={setTyped} rows={2} maxHeight={200} autoFocus />
      <div className={shared.buttons}>
        <Button size="small" onPress={close}>
          {t('ui.cancel')}
        </Button>
        <Button
          size="small"
          variant="primary"
          isDisabled={values.length === 0}
          disabledReason={offlineReason}
          onPress={() => void add()}
        >
          {t('options.addNow', { count: values.length })}
        </Button>
      </div>
    </div>
  )
}
