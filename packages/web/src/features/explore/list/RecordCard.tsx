import type { AnyRecordBody } from '@postil/contract/task/records'
import type { GlobalLabel } from '@postil/domain/task-editing/labels'
import { type EditableRecord, recordKey } from '@postil/domain/task-editing/record'
import { isPending } from '@postil/domain/task-editing/transitions'
import { Ban, Check, type LucideIcon, Pencil } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, memo, Suspense, useLayoutEffect, useRef } from 'react'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { formatWireTime } from '../../../i18n/index.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { ErrorBoundary } from '../../../ui/display/ErrorBoundary.tsx'
import { Icon } from '../../../ui/display/Icon.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import type { ViewMode } from '../state/explore-url.ts'
import type { Problem } from '../state/saving.ts'
import type { CardActions, CardTools, TaskParts } from '../task-parts.ts'
import { CardMenu } from './CardMenu.tsx'
import styles from './RecordCard.module.css'

// Rarely used parts are loaded after the page.
const NotSaved = lazy(() => import('./NotSaved.tsx').then((m) => m.NotSaved))

interface RecordCardProps<Body extends AnyRecordBody> {
  record: EditableRecord<Body>
  labels: readonly GlobalLabel[]
  parts: TaskParts<Body>
  viewMode: ViewMode
  /** This card is the list's Tab stop. */
  isStop: boolean
  isActive: boolean
  isAlone: boolean
  problem: Problem | undefined
  tools: CardTools<Body>
  actions: CardActions<Body>
}

function Card<Body extends AnyRecordBody>(props: RecordCardProps<Body>) {
  const { record, labels, parts, viewMode, isStop, isActive, isAlone, problem, tools, actions } = props
  const { CardBody } = parts
  const { status, body } = record
  const key = recordKey(record)
  const isAnnotating = viewMode === 'annotate'
  const title = parts.titleOf(body)
  const card = useRef<HTMLElement>(null)
  const isLedTo = useRef(false)
  // Scroll after the card has opened: only then is its height known.
  useLayoutEffect(() => {
    if (isActive && isLedTo.current) card.current?.scrollIntoView({ block: 'nearest' })
    isLedTo.current = false
  }, [isActive])
  /** Opens at once by keyboard, but on release of the pointer: the layout must not move under a press. */
  const handleFocus = (event: FocusEvent<HTMLElement>) => {
    if (isPointed() || isBox(event.target)) return
    if (event.target === event.currentTarget) {
      if (isActive) event.currentTarget.scrollIntoView({ block: 'nearest' })
      else isLedTo.current = true
    }
    tools.activate(key)
  }
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const isOwn = event.target === event.currentTarget && !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key !== ' ' || !isOwn || !isAnnotating || isAlone) return
    event.preventDefault()
    if (!event.repeat) tools.toggle(key, event.shiftKey)
  }
  return (
    <li className={styles.item}>
      <article
        ref={card}
        className={styles.card}
        aria-label={title.slice(0, 120)}
        data-record={key}
        data-status={status}
        data-selected={record.isSelected || undefined}
        data-active={isActive || undefined}
        data-problem={problem !== undefined || undefined}
        data-wide={parts.isWide}
        data-choosable={(isAnnotating && !isAlone) || undefined}
        tabIndex={isStop ? 0 : -1}
        onFocus={handleFocus}
        onClick={(event) => !isBox(event.target) && tools.activate(key)}
        onKeyDown={handleKey}
      >
        {isAnnotating && !isAlone && (
          <label className={styles.choose}>
            <input
              type="checkbox"
              className="checkbox"
              aria-label={t('explore.select', { name: title.slice(0, 60) })}
              checked={record.isSelected}
              onChange={() => undefined}
              onClick={(event) => tools.toggle(key, event.shiftKey)}
            />
          </label>
        )}
        <div className={styles.body}>
          <ErrorBoundary madeFrom={record} fallback={() => <p className={styles.broken}>{title}</p>}>
            <CardBody {...{ record, labels, viewMode, isActive, isAlone, actions }} />
          </ErrorBoundary>
        </div>
        <div className={styles.head}>
          {body.event_timestamp && <time className={styles.time}>{formatWireTime(body.event_timestamp)}</time>}
          <StatusTag record={record} />
          <CardMenu {...{ record, title, isAnnotating, tools }} />
        </div>
        {problem && (
          <Suspense fallback={null}>
            <NotSaved {...{ problem, tools }} />
          </Suspense>
        )}
        {isAnnotating && <Actions {...{ record, parts, tools, actions }} />}
      </article>
    </li>
  )
}

/** A card, or an error in its place when it cannot be rendered: the other cards stay usable. */
function SafeCard<Body extends AnyRecordBody>(props: RecordCardProps<Body>) {
  const broken = () => (
    <li className={styles.item}>
      <article className={`${styles.card} ${styles.broken}`}>{t('explore.card.broken')}</article>
    </li>
  )
  return (
    <ErrorBoundary madeFrom={props.record} fallback={broken}>
      <Card {...props} />
    </ErrorBoundary>
  )
}

/** One record. Memoised: re-rendered only when its props change. */
export const RecordCard = memo(SafeCard) as typeof SafeCard

/** Whether the pointer is pressed. */
let isPressing = false
const isPointed = () => isPressing
if (typeof window !== 'undefined') {
  // A tap sends the events of a mouse, among which the focus moves, only after those of its pointer.
  for (const type of ['pointerdown', 'mousedown']) window.addEventListener(type, () => setPressing(true), true)
  for (const type of ['pointerup', 'pointercancel', 'mouseup'])
    window.addEventListener(type, () => setPressing(false), true)
}

function setPressing(now: boolean): void {
  isPressing = now
}

/** Ticking a card's checkbox does not focus the card. */
function isBox(target: EventTarget): boolean {
  return target instanceof Element && target.closest(`.${styles.choose}`) !== null
}

function StatusTag({ record }: { record: EditableRecord }) {
  switch (record.status) {
    case 'Default':
      return null
    case 'Edited':
      return (
        <Chip tone="ochre">
          <Tag icon={Pencil} words={t('explore.status.Edited')} />
        </Chip>
      )
    case 'Validated':
      return (
        <Chip tone="verdigris">
          <Tag icon={Check} words={t('explore.status.Validated')} />
        </Chip>
      )
    case 'Discarded':
      return (
        <Chip tone="umber">
          <Tag icon={Ban} words={t('explore.status.Discarded')} />
        </Chip>
      )
  }
}

// A phone has room only for the icon; screen readers still read the text.
function Tag({ icon, words }: { icon: LucideIcon; words: string }) {
  return (
    <span className={styles.tag} title={words}>
      <Icon icon={icon} size={13} />
      <span className={styles.tagWords}>{words}</span>
    </span>
  )
}

/** The actions on the record; each is shown only when it would change something. */
function Actions<Body extends AnyRecordBody>({
  record,
  parts,
  tools,
  actions,
}: Pick<RecordCardProps<Body>, 'record' | 'parts' | 'tools' | 'actions'>) {
  const { status } = record
  const isEmpty = parts.hasAnnotation(record) === false && !record.body.prediction
  return (
    <div className={styles.actions}>
      {isPending(record) && (
        <Button variant="quiet" size="small" onPress={() => tools.reset(record)}>
          {t('explore.reset')}
        </Button>
      )}
      {parts.hasAnnotation(record) && (
        <Button variant="quiet" size="small" onPress={() => actions.clear(record)}>
          {t('explore.clear')}
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        onPress={() => (status === 'Discarded' ? tools.undoStatus(record) : tools.discard(record))}
      >
        {t(status === 'Discarded' ? 'explore.undiscard' : 'explore.discard')}
      </Button>
      {status === 'Validated' ? (
        <Button variant="quiet" size="small" onPress={() => tools.undoStatus(record)}>
          {t('explore.unvalidate')}
        </Button>
      ) : (
        tools.canValidate(record) && (
          <Button size="small" onPress={() => tools.validate(record)}>
            {t(isEmpty ? 'explore.validateNone' : 'explore.validate')}
          </Button>
        )
      )}
    </div>
  )
}
