import type { AnswerValue, RankedOption } from '@postil/contract/feedback/answer-value'
import { isRanking } from '@postil/domain/answers/answer-kinds'
import { GripVertical, Sparkle, X } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { prospectOf } from '../../../form/digits.ts'
import { useDigits } from '../../../form/use-digits.ts'
import { t } from '../../../i18n/areas/feedback.ts'
import { useCardDrag } from '../../../ui/browser/use-card-drag.ts'
import { Icon } from '../../../ui/display/Icon.tsx'
import type { QuestionProps } from './question-props.ts'
import styles from './RankingQuestion.module.css'

const POOL = 'pool'

/** Cards to put in order: by dragging, by clicking, or by typing a rank on the focused card. Ties are allowed. */
export function RankingQuestion({ question, value, suggestion, onAnswer }: QuestionProps<'ranking'>) {
  const { options } = question.settings
  const ranks = useMemo(() => ranksOf(value), [value])
  const suggested = useMemo(() => ranksOf(suggestion?.value), [suggestion])
  const [news, setNews] = useState('')
  const [toFocus, setToFocus] = useState<{ card: string }>()
  const box = useRef<HTMLDivElement>(null)
  const slots = options.map((_, index) => index + 1)

  const move = (option: string, rank: number | null, how: { byKey: boolean }) => {
    const next = moveOption(ranks, option, rank)
    const text = options.find((one) => one.value === option)?.text ?? option
    onAnswer(rankingAnswer(next), { byKey: how.byKey })
    setNews(rank === null ? t('annotate.unranked', { option: text }) : t('annotate.ranked', { option: text, rank }))
    if (!how.byKey) return
    const unranked = options.find((one) => !next.has(one.value))
    // The card is re-created in another list: focus it again there, or go on to the next unranked card.
    setToFocus({ card: rank === null ? option : (unranked?.value ?? option) })
  }
  // As soon as the card is there, since the next key may come before the next frame.
  useLayoutEffect(() => {
    if (toFocus) focusCard(box.current, toFocus.card)
  }, [toFocus])

  const { drag, handlersFor } = useCardDrag((card, slot) => {
    move(card, slot === POOL ? null : Number(slot), { byKey: false })
  })

  const { handleDigit, waiting } = useDigits([0, ...slots], (rank, { target, isLeaving }) => {
    const option = cardOf(target)
    if (option !== undefined) move(option, rank === 0 ? null : rank, { byKey: !isLeaving })
  })
  const handleKey = (event: KeyboardEvent) => {
    if (handleDigit(event)) return
    const option = cardOf(event.target)
    if (option === undefined) return
    if (event.key === 'Delete') {
      event.preventDefault()
      move(option, null, { byKey: true })
    } else if (event.key === ' ') {
      event.preventDefault()
      move(option, ranks.has(option) ? null : firstFreeRank(ranks, options.length), { byKey: true })
    }
  }

  const renderCard = (option: (typeof options)[number]) => {
    const rank = ranks.get(option.value)
    const hint = suggested.get(option.value)
    const isDragging = drag?.card === option.value
    const name =
      rank === undefined
        ? t('annotate.poolOf', { option: option.text })
        : t('annotate.slotOf', { option: option.text, rank })
    return (
      // biome-ignore lint/a11y/useSemanticElements: not a set of form controls, and a button must not contain the button inside
      // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
      <div
        key={option.value}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys rank it
        tabIndex={0}
        data-card={option.value}
        data-dragging={isDragging || undefined}
        className={styles.card}
        style={isDragging ? { transform: `translate(${drag.dx}px, ${drag.dy}px)` } : undefined}
        title={[option.text, option.description].filter(Boolean).join('\n')}
        aria-label={hint === undefined ? name : `${name}, ${t('annotate.suggestedRank', { rank: hint })}`}
        onClick={() => rank === undefined && move(option.value, firstFreeRank(ranks, options.length), { byKey: false })}
        {...handlersFor(option.value)}
      >
        <span className={styles.grip} data-grip aria-hidden="true">
          <Icon icon={GripVertical} size={14} />
        </span>
        <span className={styles.words}>{option.text}</span>
        {hint !== undefined && (
          <span className={styles.suggested} aria-hidden="true">
            <Icon icon={Sparkle} size={10} />
            {hint}
          </span>
        )}
        {rank !== undefined && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.out}
            aria-label={t('annotate.unrank', { option: option.text })}
            onClick={(event) => {
              event.stopPropagation()
              move(option.value, null, { byKey: false })
            }}
          >
            <Icon icon={X} size={14} />
          </button>
        )}
      </div>
    )
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys move the cards inside
    <div ref={box} className={styles.ranking} data-keys="ranking" onKeyDown={handleKey}>
      <div className={styles.slots}>
        {slots.map((rank) => {
          const cards = options.filter((option) => ranks.get(option.value) === rank)
          return (
            // biome-ignore lint/a11y/useSemanticElements: a slot is not a fieldset, it contains no form controls
            <div
              key={rank}
              role="group"
              aria-label={t('annotate.slot', { rank })}
              className={styles.slot}
              data-slot={rank}
              data-over={drag?.over === String(rank) || undefined}
              data-prospect={prospectOf(waiting, rank)}
            >
              <span className={styles.rank}>{rank}</span>
              <div className={styles.cards}>
                {cards.length > 0 ? (
                  cards.map(renderCard)
                ) : (
                  <span className={styles.hint} aria-hidden="true">
                    <span className={styles.byKey}>{t('annotate.dropHere', { rank })}</span>
                    <span className={styles.byTouch}>{t('annotate.dropTouch')}</span>
                  </span>
                )}
              </div>
            </div>
          )
        })}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div
        role="group"
        aria-label={t('annotate.pool')}
        className={styles.pool}
        data-slot={POOL}
        data-over={drag?.over === POOL || undefined}
      >
        {options.filter((option) => !ranks.has(option.value)).map(renderCard)}
      </div>
      <span className="visuallyHidden" role="status">
        {news}
      </span>
    </div>
  )
}

function cardOf(target: EventTarget): string | undefined {
  return target instanceof HTMLElement ? target.closest<HTMLElement>('[data-card]')?.dataset.card : undefined
}

function focusCard(box: HTMLElement | null, option: string): void {
  box?.querySelector<HTMLElement>(`[data-card="${CSS.escape(option)}"]`)?.focus()
}

/** Ranks by option value, from 1; unranked options are absent. */
type Ranks = ReadonlyMap<string, number>

/** Read the ranks of an answer or a suggestion. */
function ranksOf(value: AnswerValue | undefined): Ranks {
  if (value === undefined || !isRanking(value)) return new Map()
  return new Map(
    value.flatMap(({ value: option, rank }): [string, number][] => (rank === null ? [] : [[option, rank]])),
  )
}

/** The ranks with one option moved; null removes it from the ranking. Ties are allowed. */
function moveOption(ranks: Ranks, option: string, rank: number | null): Ranks {
  const others = [...ranks].filter(([one]) => one !== option)
  return new Map(rank === null ? others : [...others, [option, rank]])
}

/** Convert ranks to an answer, best first; undefined when nothing is ranked. */
function rankingAnswer(ranks: Ranks): RankedOption[] | undefined {
  if (ranks.size === 0) return undefined
  return [...ranks].map(([value, rank]) => ({ value, rank })).sort((one, other) => one.rank - other.rank)
}

/** The first unused rank, for a card that is clicked; the last rank when all are used. */
function firstFreeRank(ranks: Ranks, count: number): number {
  const taken = new Set(ranks.values())
  for (let rank = 1; rank <= count; rank += 1) if (!taken.has(rank)) return rank
  return count
}
