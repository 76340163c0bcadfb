import type { AnyRecordBody } from '@postil/contract/task/records'
import { type EditableRecord, recordKey } from '@postil/domain/task-editing/record'
import { type RefObject, useState } from 'react'
import { useCommand } from '../../../keyboard/use-command.ts'
import { cardOf, focusCard } from '../list/card-focus.ts'
import type { ExploreUrl } from './explore-url.ts'
import type { Explore } from './use-explore.ts'

/**
 * The card that keys act on, and the keys that concern no single card.
 *
 * @param list - the element with the cards
 */
export function useActiveCard<Body extends AnyRecordBody>(
  { records, keys, selection, saving, toggle }: Explore<Body>,
  { size, viewMode }: ExploreUrl,
  list: RefObject<HTMLElement | null>,
) {
  const [active, setActive] = useState<string>()
  const activeKey = active !== undefined && keys.includes(active) ? active : keys[0]
  const focus = (key: string | undefined) => focusCard(list.current, key ?? activeKey ?? '')

  const undoByKey = () => {
    const [only, ...others] = saving.undo()
    // Keys had gone on to the next card. Whoever takes a change back by a key wants to decide about its record again.
    if (only !== undefined && others.length === 0) focus(only)
  }
  useCommand('explore.undo', { run: undoByKey })
  const canSelect = viewMode === 'annotate' && size > 1 && activeKey !== undefined
  const select = (isRange: boolean) => activeKey !== undefined && toggle(activeKey, isRange)
  useCommand('explore.select', { run: () => select(false), isEnabled: canSelect })
  useCommand('explore.selectRange', { run: () => select(true), isEnabled: canSelect })

  const focusNext = (from: string) => {
    const next = records
      .slice(keys.indexOf(from) + 1)
      .find(({ status }) => status !== 'Validated' && status !== 'Discarded')
    if (next) focus(recordKey(next))
  }

  // The card shown as focused; none until the user focuses one.
  const record = size === 1 ? records[0] : records.find((one) => recordKey(one) === active)
  /** Whether keys act on the focused card rather than on the selected records. */
  const isAboutCard = () =>
    record !== undefined &&
    cardOf(document.activeElement) === recordKey(record) &&
    !(record.isSelected && selection.ids.size > 1)
  /** An action on the active record, after which the next one is focused, or else on the selected ones. */
  const act = (one: (record: EditableRecord<Body>) => void, chosen: () => void) => () => {
    if (viewMode !== 'annotate') return
    if (record && (isAboutCard() || selection.ids.size === 0)) {
      one(record)
      focusNext(recordKey(record))
    } else chosen()
  }

  return {
    /** The key of the card shown as focused; it may be of another page. */
    active,
    /** The key of the card that Tab leads to. */
    activeKey,
    activate: setActive,
    focus,
    focusNext,
    act,
  }
}
