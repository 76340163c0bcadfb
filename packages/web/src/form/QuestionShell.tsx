import { Sparkle } from 'lucide-react'
import { createContext, type KeyboardEvent, type ReactNode, useContext } from 'react'
import { t } from '../i18n/index.ts'
import { NeedMark } from '../ui/controls/FieldLabel.tsx'
import { Icon } from '../ui/display/Icon.tsx'
import styles from './QuestionShell.module.css'

/** A note beside the title of a question without a suggestion, by the question's name. */
export const QuestionNotes = createContext<((name: string) => ReactNode) | undefined>(undefined)

interface QuestionShellProps {
  question: { name: string; title: string; description: string | null; required: boolean }
  /** The agent that suggests an answer: short, beside the title, and as a full sentence. */
  suggestion: { mark: string; words: string } | undefined
  /** The answer shown is an unconfirmed suggestion. */
  isUnconfirmed: boolean
  /** Why the question blocks submitting; set once the user tried. */
  missing: string | undefined
  children: ReactNode
}

/** What all questions share: title, badges, description, and Tab cycling inside the question. */
export function QuestionShell({ question, suggestion, isUnconfirmed, missing, children }: QuestionShellProps) {
  const { name, title, description, required } = question
  const titleId = `question-${name}`
  const note = useContext(QuestionNotes)?.(name)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out beside the suggestion's mark
    <div
      role="group"
      aria-labelledby={titleId}
      aria-describedby={description ? `${titleId}-description` : undefined}
      className={styles.question}
      data-question={name}
      data-unconfirmed={isUnconfirmed || undefined}
      data-missing={missing !== undefined || undefined}
      onKeyDown={(event) => {
        keepTabInside(event)
        keepLettersInside(event)
      }}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          {title}
          {required ? (
            <>
              {' '}
              <NeedMark need="required" />
            </>
          ) : (
            <small>
              <NeedMark need="optional" />
            </small>
          )}
        </h2>
        {suggestion && (
          <span className={styles.mark} title={suggestion.words}>
            <Icon icon={Sparkle} size={14} />
            <span className="visuallyHidden">{suggestion.words}</span>
            <span className={styles.agent} aria-hidden="true">
              {suggestion.mark}
            </span>
            {isUnconfirmed && <span>{t('annotate.unconfirmed')}</span>}
          </span>
        )}
        {!suggestion && note && <span className={styles.mark}>{note}</span>}
      </div>
      {description && (
        <p className={styles.description} id={`${titleId}-description`}>
          {description}
        </p>
      )}
      {missing !== undefined && (
        <p className={styles.reason} role="alert">
          {missing}
        </p>
      )}
      <div className={styles.body}>{children}</div>
    </div>
  )
}

/** The Tab stops inside a question. */
export const STOPS = 'input, textarea, button:not([disabled]), [tabindex="0"]'

// Tab cycles inside the question; arrow keys move to the other questions, Escape leaves the form.
function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)].filter(isReachable)
  const edge = event.shiftKey ? stops[0] : stops.at(-1)
  if (!edge || document.activeElement !== edge) return
  event.preventDefault()
  const other = event.shiftKey ? stops.at(-1) : stops[0]
  other?.focus()
}

// Single-letter commands are off while a question has the focus: there, letters search for an option.
function keepLettersInside(event: KeyboardEvent): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
  if (isPlain && /^\p{L}$/u.test(event.key)) event.stopPropagation()
}

function isReachable(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && element.closest('[hidden], [inert]') === null
}
