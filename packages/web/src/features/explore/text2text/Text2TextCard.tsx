import type { Text2TextBody } from '@postil/contract/task/records'
import {
  predictedSentences,
  sentenceAnnotation,
  sentenceToValidate,
  shownSentence,
} from '@postil/domain/task-editing/sentences'
import { type KeyboardEvent, useRef, useState } from 'react'
import { t } from '../../../i18n/explore.ts'
import { formatPercent } from '../../../i18n/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { RecordText } from '../RecordText.tsx'
import type { CardBodyProps } from '../task-parts.ts'
import styles from './text2text.module.css'

/** The source of a record, the text that is written for it, and the predictions it can begin from. */
export function Text2TextCard({ record, viewMode, isAlone, actions }: CardBodyProps<Text2TextBody>) {
  const editor = useRef<HTMLTextAreaElement>(null)
  const [chosen, setChosen] = useState(0)
  const predictions = predictedSentences(record.body)
  const prediction = predictions[Math.min(chosen, predictions.length - 1)]
  const { text, origin } = shownSentence(record)
  const isAnnotating = viewMode === 'annotate'

  const use = () => {
    if (!prediction) return
    editor.current?.focus()
    editor.current?.select()
    // Typed in rather than set, so that undo in the editor brings back what was there before.
    const isTyped = document.execCommand?.('insertText', false, prediction.text) === true
    if (!isTyped || prediction.text === text) actions.edit(record, sentenceAnnotation(prediction.text))
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes a word, its keys are its own.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    const digit = event.altKey ? Number(/^Digit([1-9])$/.exec(event.code)?.[1] ?? 0) : 0
    if (event.key === 'Enter' && event.shiftKey && !event.altKey) {
      const annotation = sentenceToValidate(record)
      if (annotation) actions.validate(record, annotation)
    } else if (event.key === 'Enter' && event.altKey) use()
    else if (digit > 0 && digit <= predictions.length) setChosen(digit - 1)
    else if (event.key === 'Escape') event.currentTarget.closest<HTMLElement>('[data-record]')?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={styles.card}>
      <div className={styles.main}>
        <RecordText
          text={record.body.text}
          keywords={record.body.search_keywords}
          isWhole={isAlone}
          metadata={record.body.metadata}
        />
        <p className={styles.origin} data-origin={origin}>
          {t(`explore.sentence.${origin}`)}
        </p>
        {isAnnotating ? (
          <textarea
            ref={editor}
            className={styles.editor}
            data-origin={origin}
            dir="auto"
            rows={3}
            aria-label={t('explore.sentence.editor')}
            placeholder={t('explore.sentence.prompt')}
            value={text}
            onChange={(event) => actions.edit(record, sentenceAnnotation(event.target.value))}
            onKeyDown={handleKey}
          />
        ) : (
          <p className={styles.read} data-origin={origin} dir="auto">
            {text}
          </p>
        )}
      </div>
      {prediction && (
        <section className={styles.predictions} aria-label={t('explore.filter.predictions')}>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one line of buttons everywhere */}
          <div role="group" className={styles.scores} aria-label={t('explore.sentence.scores')}>
            {predictions.map(({ score }, at) => (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: two predictions may be the same text, and their place is their name
                key={at}
                type="button"
                className={styles.score}
                aria-pressed={predictions[at] === prediction}
                onClick={() => setChosen(at)}
              >
                {formatPercent(score)}
              </button>
            ))}
          </div>
          <p className={styles.predicted} dir="auto">
            {prediction.text}
          </p>
          {isAnnotating && (
            <Button size="small" onPress={use}>
              {t('explore.sentence.use')}
            </Button>
          )}
        </section>
      )}
    </div>
  )
}
