import type { Text2TextBody } from '@postil/contract/task/records'
import {
  nearestPrediction,
  type PredictedSentence,
  predictedSentences,
  sentenceAnnotation,
  sentenceToValidate,
  shownSentence,
} from '@postil/domain/task-editing/sentences'
import { diffWords } from '@postil/domain/text/diff-words'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { t } from '../../../i18n/areas/classic/text2text.ts'
import { isForPage } from '../../../keyboard/run-keys.ts'
import { KeyCap } from '../../../ui/display/KeyCap.tsx'
import { RecordText } from '../list/RecordText.tsx'
import type { CardBodyProps } from '../task-parts.ts'
import { Predictions } from './Predictions.tsx'
import styles from './text2text.module.css'

/** The source of a record, the editor for its text, and the predictions to start from. */
export function Text2TextCard({ record, viewMode, isActive, isAlone, actions }: CardBodyProps<Text2TextBody>) {
  const editor = useRef<HTMLTextAreaElement>(null)
  const predictions = useMemo(() => predictedSentences(record.body), [record.body])
  const { text, origin } = shownSentence(record)
  const isWritten = origin === 'annotation'
  const source = useMemo(() => nearestPrediction(text, predictions), [text, predictions])
  const [chosenAt, setChosen] = useState<number>()
  const chosen = predictions[chosenAt ?? Math.max(0, source ? predictions.indexOf(source) : 0)]
  const isAnnotating = viewMode === 'annotate'

  const use = () => {
    if (!chosen) return
    editor.current?.focus()
    editor.current?.select()
    // Inserted as typing rather than set as value, so that the editor's undo restores the text before.
    const isTyped = document.execCommand?.('insertText', false, chosen.text) === true
    if (!isTyped || chosen.text === text) actions.edit(record, sentenceAnnotation(chosen.text))
  }
  const validate = () => {
    const annotation = sentenceToValidate(record)
    if (!annotation) return
    actions.validate(record, annotation)
    actions.advance(record)
    focusEditor(document.activeElement?.closest('[data-record]'))
  }
  const handleKey = (event: KeyboardEvent) => {
    // While an input method composes a word, keys belong to it.
    if (event.isComposing || event.ctrlKey || event.metaKey) return
    const { key, shiftKey, altKey } = event
    const digit = altKey ? Number(/^Digit([1-9])$/.exec(event.code)?.[1] ?? 0) : 0
    const card = editor.current?.closest<HTMLElement>('[data-record]')
    if (key === 'Enter' && shiftKey && !altKey) validate()
    else if (key === 'Enter' && altKey) use()
    else if (digit > 0 && digit <= predictions.length) setChosen(digit - 1)
    else if (altKey && key === 'ArrowDown') focusEditor(cardBeside(card, 1))
    else if (altKey && key === 'ArrowUp') focusEditor(cardBeside(card, -1))
    else if (key === 'Escape' && event.target === editor.current) card?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // The active card shows these keys, so they also work before its editor has the focus.
  const handlePageKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.defaultPrevented && isForPage(event.target)) handleKey(event)
  })
  useEffect(() => {
    if (!isAnnotating || !isActive) return
    const handle = (event: KeyboardEvent) => handlePageKey(event)
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [isAnnotating, isActive])

  return (
    <div className={styles.card} data-alone={predictions.length === 0 || undefined}>
      <div className={styles.main}>
        <RecordText
          text={record.body.text}
          keywords={record.body.search_keywords}
          isWhole={isAlone}
          metadata={record.body.metadata}
        />
        <p className={styles.origin} data-origin={isWritten && source?.text !== text ? 'edited' : origin}>
          {originWords(text, isWritten, source)}
        </p>
        {isAnnotating ? (
          <div className={styles.writing} data-keys="card-text">
            {isWritten && source && <Edited text={text} source={source} />}
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
              onKeyDown={(event) => handleKey(event.nativeEvent)}
            />
          </div>
        ) : (
          <p className={styles.read} data-origin={origin} dir="auto">
            {text}
          </p>
        )}
        {isAnnotating && isActive && (
          <p className={styles.keys}>
            <span>
              <KeyCap keys="Shift+Enter" /> {t('explore.sentence.keyValidate')}
            </span>
            {predictions.length > 1 && (
              <span>
                <KeyCap keys="Alt+1" />–<KeyCap keys={`Alt+${Math.min(9, predictions.length)}`} />{' '}
                {t('explore.filter.predictions')}
              </span>
            )}
            <span>
              <KeyCap keys="Alt+ArrowDown" /> {t('explore.sentence.keyNext')}
            </span>
          </p>
        )}
      </div>
      {chosen && (
        <Predictions
          predictions={predictions}
          chosen={chosen}
          text={isWritten ? text : undefined}
          onChoose={setChosen}
          onUse={isAnnotating ? use : undefined}
        />
      )}
    </div>
  )
}

/** A copy of the text behind the text area, with the changes marked: a text area cannot contain marks itself. */
function Edited({ text, source }: { text: string; source: PredictedSentence }) {
  const parts = useMemo(() => diffWords(source.text, text), [source.text, text])
  return (
    <div className={styles.behind} dir="auto" aria-hidden="true">
      {parts.map(({ kind, text: words }, at) =>
        kind === 'removed' ? null : kind === 'added' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their position
          <mark key={at}>{words}</mark>
        ) : (
          words
        ),
      )}
      {/* Without it, an empty last line has no height. */}
      {'\u200b'}
    </div>
  )
}

function originWords(text: string, isWritten: boolean, source: PredictedSentence | undefined): string {
  if (!source) return t(isWritten ? 'explore.sentence.annotation' : 'explore.sentence.none')
  const { agent } = source
  if (!isWritten) return t('explore.sentence.untouched', { agent })
  return t(source.text === text ? 'explore.sentence.asPredicted' : 'explore.sentence.edited', { agent })
}

function cardBeside(card: Element | null | undefined, by: 1 | -1): Element | undefined {
  const cards = [...document.querySelectorAll('[data-record]')]
  return card ? cards[cards.indexOf(card) + by] : undefined
}

/** Focus the editor of another card, with the caret at the end of its text; in an editor in use the caret stays where it is. */
function focusEditor(card: Element | null | undefined): void {
  const editor = card?.querySelector('textarea')
  if (editor && editor !== document.activeElement) {
    editor.focus({ preventScroll: true })
    editor.setSelectionRange(editor.value.length, editor.value.length)
  }
  card?.scrollIntoView({ block: 'nearest' })
}
