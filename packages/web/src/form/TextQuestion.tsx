import { Sparkle } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../i18n/index.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/display/Icon.tsx'
import { LazyMarkdown } from '../ui/markdown/LazyMarkdown.tsx'
import type { AnswerHow } from './answer-how.ts'
import styles from './TextQuestion.module.css'

type View = 'write' | 'preview' | 'suggestion'

interface TextQuestionProps {
  title: string
  /** An empty required text starts editing as soon as it gets the focus. */
  isRequired: boolean
  isMarkdown: boolean
  text: string
  /** The suggested text; undefined when there is none. */
  proposal: string | undefined
  /** @param text - undefined when the text is empty */
  onAnswer: (text: string | undefined, how?: AnswerHow) => void
}

/**
 * Free text. Focused by keyboard, the box is not in edit mode, so that Enter still submits; a letter, Shift+Enter or a click
 * starts editing, Escape ends it. A required, empty text starts at once.
 */
export function TextQuestion({ title, isRequired, isMarkdown, text, proposal, onAnswer }: TextQuestionProps) {
  const isSuggested = proposal !== undefined && text === proposal
  const differs = proposal !== undefined && !isSuggested
  const [isWriting, setWriting] = useState(false)
  const [wantedView, setView] = useState<View>('write')
  const area = useRef<HTMLTextAreaElement>(null)
  const box = useRef<HTMLDivElement>(null)
  /** The element to focus after the next render. */
  const wantsFocus = useRef<'area' | 'box'>(undefined)
  const hintId = useId()
  const views: View[] = [
    'write',
    ...(isMarkdown && isWriting ? ['preview' as const] : []),
    ...(differs ? ['suggestion' as const] : []),
  ]
  const view = views.includes(wantedView) ? wantedView : 'write'

  const write = () => {
    wantsFocus.current = 'area'
    setWriting(true)
    setView('write')
  }
  const leave = () => {
    wantsFocus.current = 'box'
    setWriting(false)
    setView('write')
  }
  // Focus in the same update that shows the text area: a letter typed right after belongs in the text.
  useLayoutEffect(() => {
    if (wantsFocus.current === 'area' && area.current) {
      area.current.focus()
      area.current.setSelectionRange(area.current.value.length, area.current.value.length)
    } else if (wantsFocus.current === 'box' && box.current) box.current.focus()
    else return
    wantsFocus.current = undefined
  })

  const handleBoxKey = (event: KeyboardEvent) => {
    const { key } = event
    // A letter typed into the box is text, not a keyboard command.
    const isTyped = /^[\p{L}\p{N}]$/u.test(key) && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isTyped && key !== ' ' && !(key === 'Enter' && event.shiftKey)) return
    event.preventDefault()
    event.stopPropagation()
    write()
    if (isTyped) onAnswer(text + key, { isTyping: true })
  }
  const handleAreaKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    leave()
  }
  const handleBlur = (event: FocusEvent<HTMLElement>) => {
    // No newly focused element: the window lost the focus, and editing continues when it is back.
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setWriting(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus leaves
    <div data-keys="text" onBlur={handleBlur}>
      {views.length > 1 && <ViewTabs views={views} view={view} onView={setView} />}
      {view === 'suggestion' && proposal !== undefined && (
        <div className={styles.proposal}>
          <div className={styles.proposed} data-plain={isMarkdown ? undefined : true} dir="auto">
            {isMarkdown ? <LazyMarkdown>{proposal}</LazyMarkdown> : proposal}
          </div>
          <Button
            size="small"
            icon={Sparkle}
            onPress={() => {
              onAnswer(proposal)
              setView('write')
            }}
          >
            {t('annotate.useSuggestion')}
          </Button>
        </div>
      )}
      {view === 'preview' && (
        <div className={styles.box} dir="auto">
          {text === '' ? (
            <span className={styles.placeholder}>{t('annotate.emptyPreview')}</span>
          ) : (
            <LazyMarkdown>{text}</LazyMarkdown>
          )}
        </div>
      )}
      {view === 'write' &&
        (isWriting ? (
          <div className={styles.grow} data-text={text}>
            <textarea
              ref={area}
              className={styles.area}
              aria-label={title}
              dir="auto"
              rows={3}
              placeholder={placeholder(isMarkdown)}
              value={text}
              onChange={(event) =>
                onAnswer(event.target.value === '' ? undefined : event.target.value, { isTyping: true })
              }
              onKeyDown={handleAreaKey}
            />
          </div>
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: an input cannot show formatted text
          <div
            ref={box}
            role="textbox"
            aria-multiline="true"
            aria-readonly="true"
            aria-placeholder={placeholder(isMarkdown)}
            tabIndex={0}
            data-plain={isMarkdown ? undefined : true}
            className={styles.box}
            aria-label={title}
            aria-describedby={hintId}
            dir="auto"
            onClick={write}
            onFocus={() => isRequired && text === '' && wantsFocus.current === undefined && write()}
            onKeyDown={handleBoxKey}
          >
            <BoxText text={text} isMarkdown={isMarkdown} />
          </div>
        ))}
      <span id={hintId} hidden>
        {t('annotate.editHint')}
      </span>
    </div>
  )
}

function BoxText({ text, isMarkdown }: { text: string; isMarkdown: boolean }) {
  if (text === '') return <span className={styles.placeholder}>{placeholder(isMarkdown)}</span>
  return isMarkdown ? <LazyMarkdown>{text}</LazyMarkdown> : text
}

interface ViewTabsProps {
  views: readonly View[]
  view: View
  onView: (view: View) => void
}

function ViewTabs({ views, view, onView }: ViewTabsProps) {
  const words: Record<View, string> = {
    write: t('annotate.write'),
    preview: t('annotate.preview'),
    suggestion: t('annotate.suggestionTab'),
  }
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    event.stopPropagation()
    const index = (views.indexOf(view) + by + views.length) % views.length
    onView(views[index] ?? view)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <div role="tablist" tabIndex={-1} className={styles.tabs} onKeyDown={handleKey}>
      {views.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          tabIndex={one === view ? 0 : -1}
          aria-selected={one === view}
          className={styles.tab}
          onClick={() => onView(one)}
        >
          {one === 'suggestion' && <Icon icon={Sparkle} size={14} />}
          {words[one]}
        </button>
      ))}
    </div>
  )
}

function placeholder(isMarkdown: boolean): string {
  return t(isMarkdown ? 'annotate.markdownPlaceholder' : 'annotate.textPlaceholder')
}
