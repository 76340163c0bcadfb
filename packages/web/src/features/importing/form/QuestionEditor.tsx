import type { QuestionCreate } from '@postil/contract/feedback/questions'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { t } from '../../../i18n/index.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { QuestionOptions } from './QuestionOptions.tsx'
import styles from './QuestionsSection.module.css'

interface QuestionEditorProps {
  question: QuestionCreate
  /** The texts that a span question can be about. */
  fields: readonly { name: string; title: string }[]
  isFirst: boolean
  isLast: boolean
  onChange: (change: Partial<QuestionCreate>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** One question: its words, its options, whether it must be answered. */
export function QuestionEditor({ question, fields, isFirst, isLast, onChange, onMove, onRemove }: QuestionEditorProps) {
  const { title, description, required, settings } = question
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot share a line with buttons
    <div className={styles.editor} role="group" aria-label={title}>
      <div className={styles.editorHead}>
        <span className={styles.editorType}>{t(`import.type.${settings.type}`)}</span>
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
        <TextField label={t('import.questionTitle')} value={title} onChange={(next) => onChange({ title: next })} />
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
