import { alikeWords } from '@postil/domain/options/alike-labels'
import { readLabels } from '@postil/importing/plan/edit-questions'
import { type ReactNode, useState } from 'react'
import { t } from '../../../i18n/areas/importing.ts'
import { TextArea } from '../../../ui/controls/TextArea.tsx'

interface LabelNamesProps {
  label: ReactNode
  names: readonly string[]
  rows: number
  maxHeight: number
  onChange: (names: string[]) => void
}

/** Names of labels to edit, one a line; it points out those that differ only in case. */
export function LabelNames({ label, names, rows, maxHeight, onChange }: LabelNamesProps) {
  // The text box keeps blank lines while typing; the plan contains names only.
  const [text, setText] = useState(names.join('\n'))
  const shown = readLabels(text).join('\n') === names.join('\n') ? text : names.join('\n')
  return (
    <TextArea
      label={label}
      description={alikeHint(names)}
      rows={rows}
      maxHeight={maxHeight}
      value={shown}
      onChange={(next) => {
        setText(next)
        onChange(readLabels(next))
      }}
    />
  )
}

/**
 * A sentence about labels that differ only in case.
 *
 * @param about - only groups with one of these labels
 */
export function alikeHint(labels: readonly string[], about?: readonly string[]): string | undefined {
  const alike = alikeWords(labels, about)
  return alike && t('import.alikeOptions', { labels: alike })
}
