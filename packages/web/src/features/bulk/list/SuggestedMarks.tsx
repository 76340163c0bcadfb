import { isSpans } from '@postil/domain/answers/answer-kinds'
import { indexOffsets } from '@postil/domain/spans/code-points'
import { useMemo } from 'react'
import type { RecordSuggestion } from '../../../api/feedback/record.ts'
import { chunkText, marksByChunk, marksOf, TextChunk, tintLabels } from '../../../spans/span-parts.ts'
import type { QuestionOf } from '../../feedback/questions/question-props.ts'
import styles from './SuggestedMarks.module.css'

interface SuggestedMarksProps {
  question: QuestionOf<'span'>
  suggestion: RecordSuggestion
  text: string
}

/** A read-only text with the suggested spans marked. Screen readers need the suggestion as text beside it. */
export function SuggestedMarks({ question: { settings }, suggestion: { value }, text }: SuggestedMarksProps) {
  const labels = useMemo(() => tintLabels(settings.options), [settings.options])
  const chunks = useMemo(() => chunkText(text), [text])
  const marks = useMemo(() => marksOf(indexOffsets(text), [], isSpans(value) ? value : []), [text, value])
  const marksOfChunk = useMemo(() => marksByChunk(chunks, marks), [chunks, marks])
  return (
    <div className={styles.text} dir="auto">
      {chunks.map((chunk, at) => (
        <TextChunk
          key={chunk.start}
          chunk={chunk}
          marks={marksOfChunk[at] ?? []}
          labels={labels}
          selected={undefined}
          replaces={false}
        />
      ))}
    </div>
  )
}
