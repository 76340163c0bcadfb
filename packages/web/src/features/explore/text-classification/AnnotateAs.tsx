import type { TextClassificationBody } from '@postil/contract/task/records'
import { findLabels } from '@postil/domain/labels/find-labels'
import { annotatedLabels, labelling } from '@postil/domain/task-editing/classes'
import { labelOfKey } from '@postil/domain/task-editing/labels'
import { Tag } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FindField } from '../../../ui/controls/FindField.tsx'
import { TriStateBox } from '../../../ui/controls/TriStateBox.tsx'
import { breakable } from '../../../ui/display/breakable.tsx'
import { KeyCap } from '../../../ui/display/KeyCap.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import { AddLabelsHere } from '../labels/AddLabelsHere.tsx'
import type { BulkActionsProps } from '../task-parts.ts'
import styles from './classification.module.css'

type Props = BulkActionsProps<TextClassificationBody>

/** Predictions with a lower score do not make a label likely. */
const LIKELY = 0.1

/** Label the selected records at once: single-label records get one label and are validated; multi-label records get several and become edited. */
export function AnnotateAs(props: Props) {
  const [isOpen, setOpen] = useState(false)
  const { chosen, isCompact } = props
  const command = useCommand('explore.annotateAs', { run: () => setOpen(true), isEnabled: chosen.length > 0 })
  return (
    <Popover
      label={t('explore.annotateAs')}
      width={455}
      placement="bottom end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button
          size="medium"
          icon={Tag}
          keys={isCompact ? [] : command.keys}
          isDisabled={chosen.length === 0}
          className={styles.annotateAs}
        >
          {t('explore.annotateAs')}
        </Button>
      }
    >
      {(close) => <LabelList {...props} close={close} />}
    </Popover>
  )
}

function LabelList({ chosen, labels, allCount, onValidate, onEdit, close }: Props & { close: () => void }) {
  const isMulti = chosen[0]?.body.multi_label ?? false
  const [typed, setTyped] = useState('')
  // Labels to add to all (true) and to remove from all (false) on Apply.
  const [draft, setDraft] = useState<ReadonlyMap<string, boolean>>(new Map())
  const list = useRef<HTMLDivElement>(null)
  const counts = countLabels(chosen.map((record) => annotatedLabels(record)))
  const likely = countLabels(
    chosen.map(({ body }) =>
      (body.prediction?.labels ?? []).filter(({ score }) => score > LIKELY).map((label) => label.class),
    ),
  )
  const total = chosen.length
  const isFinding = typed.trim() !== ''
  const matching = findLabels(labels, typed)
  const whole = [{ title: t('explore.annotateAs.all'), of: matching }]
  const parted = [
    {
      title: t(allCount === undefined ? 'explore.annotateAs.on' : 'explore.annotateAs.onPage', { count: total }),
      of: matching.filter(({ text }) => counts.has(text)),
    },
    {
      title: t('explore.annotateAs.predicted'),
      of: matching.filter(({ text }) => !counts.has(text) && likely.has(text)),
    },
    {
      title: t('explore.annotateAs.all'),
      of: matching.filter(({ text }) => !counts.has(text) && !likely.has(text)),
    },
  ]
  // Search results are ordered by relevance; Enter selects the first.
  const groups = isFinding ? whole : parted
  const stateOf = (text: string): boolean | 'mixed' => {
    const drafted = draft.get(text)
    if (drafted !== undefined) return drafted
    const count = counts.get(text) ?? 0
    return count === 0 ? false : count === total ? true : 'mixed'
  }
  const choose = (text: string) => {
    if (isMulti) {
      setDraft(new Map(draft).set(text, stateOf(text) !== true))
      return
    }
    close()
    onValidate(() => labelling([text], ''), text)
  }
  const apply = () => {
    close()
    const annotate = (own: readonly string[]) => {
      const kept = own.filter((text) => draft.get(text) !== false)
      const given = [...draft].flatMap(([text, isOn]) => (isOn && !kept.includes(text) ? [text] : []))
      return labelling([...kept, ...given], '')
    }
    onEdit((record) => annotate(annotatedLabels(record)))
  }
  const best = matching[0]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of labels work anywhere in the list
    <div
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement && event.target.type === 'search') return
        const label = event.ctrlKey || event.metaKey || event.altKey ? undefined : labelOfKey(labels, event.key)
        if (!label) return
        event.preventDefault()
        choose(label.text)
      }}
    >
      <FindField
        autoFocus
        label={t('explore.annotateAs.find', { count: labels.length })}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') list.current?.querySelector('input')?.focus()
          else if (event.key === 'Enter' && isFinding && best) {
            choose(best.text)
            setTyped('')
          } else return
          event.preventDefault()
        }}
      />
      <div className={styles.list} ref={list}>
        {groups.map(({ title, of }, at) =>
          of.length === 0 && at > 0 ? null : (
            <section key={title} aria-label={title}>
              <h3 className={styles.heading}>{title}</h3>
              {of.map(({ text, shortcut }) => {
                const state = stateOf(text)
                const count = counts.get(text) ?? 0
                return (
                  <TriStateBox
                    key={text}
                    className={styles.row}
                    label={text}
                    state={state === 'mixed' ? 'some' : state ? 'all' : 'none'}
                    onToggle={() => choose(text)}
                  >
                    <span className={styles.rowText}>{breakable(text)}</span>
                    {count > 0 && (
                      <span className={styles.rowCount}>{t('explore.annotateAs.count', { count, total })}</span>
                    )}
                    {shortcut !== null && <KeyCap keys={shortcut} />}
                  </TriStateBox>
                )
              })}
              {at === 0 && !isFinding && (
                <Unlabelled
                  count={chosen.filter((record) => annotatedLabels(record).length === 0).length}
                  total={total}
                />
              )}
            </section>
          ),
        )}
        {matching.length === 0 && labels.length > 0 && <p className="note">{t('explore.labels.nomatch')}</p>}
      </div>
      <AddLabelsHere labels={labels} />
      <div className={styles.panelFoot}>
        <p className="note">
          {!isMulti
            ? t('explore.annotateAs.single', { count: allCount ?? total })
            : allCount === undefined
              ? t('explore.annotateAs.multi')
              : t('explore.annotateAs.multiAll', { count: allCount })}
        </p>
        {isMulti && (
          <>
            <Button size="small" onPress={close}>
              {t('explore.annotateAs.cancel')}
            </Button>
            <Button size="small" variant="primary" isDisabled={draft.size === 0} onPress={apply}>
              {t('explore.annotateAs.apply')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function Unlabelled({ count, total }: { count: number; total: number }) {
  if (count === 0) return null
  return (
    <p className={styles.row}>
      <span className={styles.rowText}>{t('explore.annotateAs.noLabel')}</span>
      <span className={styles.rowCount}>{t('explore.annotateAs.count', { count, total })}</span>
    </p>
  )
}

function countLabels(lists: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const list of lists) for (const text of new Set(list)) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
