import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/areas/importing.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { QuestionOptions } from './QuestionOptions.tsx'
import styles from './QuestionsSection.module.css'
import { QUESTION_TYPES } from './question-types.ts'

interface QuestionEditorProps {
  question: QuestionCreate
  /** The fields that a span question can refer to. */
  fields: readonly { name: string; title: string }[]
  /** Just added: focus its title. */
  isAdded: boolean
  isFirst: boolean
  isLast: boolean
  onChange: (change: Partial<QuestionCreate>) => void
  onType: (type: QuestionType) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** The editor of one question: texts, options, required or not. */
export function QuestionEditor(props: QuestionEditorProps) {
  const { question, fields, isAdded, isFirst, isLast, onChange, onType, onMove, onRemove } = props
  const { title, description, required, settings } = question
  const titleInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isAdded) return
    titleInput.current?.focus()
    titleInput.current?.select()
  }, [isAdded])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot share a line with buttons
    <div className={styles.editor} role="group" aria-label={title}>
      <div className={styles.editorHead}>
        <Select
          size="small"
          className={styles.editorType}
          aria-label={t('import.typeOf', { question: title })}
          choices={QUESTION_TYPES.map((type) => ({ value: type, label: t(`import.type.${type}`) }))}
          value={settings.type}
          onChange={onType}
        />
        <span className={styles.editorGap} />
        <IconButton
          icon={ArrowUp}
          size="small"
          label={t('import.moveUp', { question: title })}
          isDisabled={isFirst}
          onPress={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          size="small"
          label={t('import.moveDown', { question: title })}
          isDisabled={isLast}
          onPress={() => onMove(1)}
        />
        <IconButton
          icon={Trash2}
          size="small"
          label={t('import.removeQuestion', { question: title })}
          onPress={onRemove}
        />
      </div>
      <div className={styles.editorBody}>
        <TextField
          ref={titleInput}
          label={t('import.questionTitle')}
          value={title}
          onChange={(next) => onChange({ title: next })}
        />
        <TextField
          label={t('import.questionDescription')}
          need="optional"
          value={description ?? ''}
          onChange={(next) => onChange({ description: next === '' ? null : next })}
        />
        <QuestionOptions settings={settings} fields={fields} onChange={(next) => onChange({ settings: next })} />
        <Switch isSelected={required ?? false} onChange={(next) => onChange({ required: next })}>
          {t('import.required')}
        </Switch>
      </div>
    </div>
  )
}
