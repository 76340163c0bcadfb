import { OPTION_COLORS, type OptionChange } from '@postil/contract/options'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { SILENT } from '../../../api/query-client.ts'
import { reasonOf } from '../../../api/reason-of.ts'
import { t } from '../../../i18n/areas/settings.ts'
import { tintStyle } from '../../../spans/tints.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
import styles from './Options.module.css'
import { previewText } from './touches-text.ts'
import type { OptionChanges, ShownOption } from './use-option-changes.ts'

/** The changes that need a dialog before they are made. */
export type Asked = 'rename' | 'merge' | 'retire' | 'color'

interface ChangeDialogProps {
  asked: Asked
  option: ShownOption
  /** The other offered options. */
  others: readonly ShownOption[]
  changes: OptionChanges
  isLabel?: boolean | undefined
  isFixed?: boolean | undefined
  onClose: () => void
}

/**
 * The dialog for one change of an option: asks for its input, shows how many answers it affects, and makes it. While
 * the server updates records, it shows the progress.
 */
export function ChangeDialog({ asked: first, option, others, changes, isLabel, isFixed, onClose }: ChangeDialogProps) {
  const [asked, setAsked] = useState(first)
  const [text, setText] = useState(option.text)
  const [value, setValue] = useState(option.value)
  const [into, setInto] = useState<string | null>(null)
  const [color, setColor] = useState<number | null>(option.color ?? null)
  const [isMaking, setMaking] = useState(false)
  const words = { option: option.text }
  const twins = twinsOf(asked === 'rename' ? others : [], { text: text.trim(), value: value.trim(), isLabel })
  const twin = twins.byValue ?? twins.byText
  const taken = twins.byValue && t('options.taken', { option: twins.byValue.text })
  const change = twins.byValue
    ? undefined
    : changeOf(asked, option, { text: text.trim(), value: value.trim(), into, color, isLabel })
  const make = async () => {
    if (!change) return
    setMaking(true)
    if (await changes.make(change, option.text)) onClose()
    else setMaking(false)
  }
  const merging = useRef<HTMLDivElement>(null)
  // The button that led here is gone: continue from its place.
  useEffect(() => {
    if (asked !== first) merging.current?.querySelector('button')?.focus()
  }, [asked, first])
  const toMerge = twin && !isFixed && (
    <Button
      size="small"
      className={styles.toMerge}
      onPress={() => {
        setInto(twin.value)
        setAsked('merge')
      }}
    >
      {t('options.mergeInstead', { option: twin.text })}
    </Button>
  )
  return (
    <FormDialog
      title={t(`options.${asked}Title`, words)}
      action={t(`options.${asked}Now`)}
      isPending={isMaking}
      isDisabled={change === undefined}
      onSubmit={() => void make()}
      onClose={onClose}
      className={styles.form}
    >
      {asked === 'rename' && (
        <TextField
          label={isLabel ? t('options.newName') : t('options.text')}
          value={text}
          onChange={setText}
          error={isLabel ? taken : undefined}
          description={twins.byText && t('options.sameText', { option: twins.byText.text })}
          autoFocus
        />
      )}
      {twins.byText && toMerge}
      {asked === 'rename' && !isLabel && (
        <TextField
          label={t('options.value')}
          description={t('options.valueHelp')}
          value={value}
          onChange={setValue}
          error={taken}
        />
      )}
      {twins.byValue && toMerge}
      {asked === 'merge' && (
        <div ref={merging}>
          <Select
            label={t('options.into')}
            choices={others.map((other) => ({ value: other.value, label: other.text }))}
            value={into}
            onChange={setInto}
          />
        </div>
      )}
      {asked === 'color' && <Colors value={color} onChange={setColor} />}
      {asked !== 'color' && <Touched change={change} changes={changes} isMaking={isMaking} />}
    </FormDialog>
  )
}

/** A sentence about what the change would affect, or about its progress. */
function Touched({
  change,
  changes: { calls, running },
  isMaking,
}: {
  change: OptionChange | undefined
  changes: OptionChanges
  isMaking: boolean
}) {
  // The counts do not depend on the new name: leave it out of the query key, so that typing does not fetch them
  // again.
  const key = change && (change.kind === 'rename' ? [change.value, change.to !== undefined] : change)
  const preview = useQuery({
    queryKey: ['option-change', key],
    queryFn: () => (change ? calls.preview(change) : undefined),
    // While the change is applied, the option may no longer exist.
    enabled: change !== undefined && !isMaking,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: SILENT,
  })
  if (!change) return null
  const text = running
    ? t('options.progress', { count: running.records })
    : preview.data
      ? previewText(change, preview.data)
      : preview.error
        ? reasonOf(preview.error) || t('options.notCounted')
        : t('options.counting')
  return (
    <p className="note" role="status">
      {text}
    </p>
  )
}

function Colors({ value, onChange }: { value: number | null; onChange: (color: number | null) => void }) {
  const name = useId()
  return (
    <fieldset className={styles.colors}>
      <legend className="visuallyHidden">{t('options.color')}</legend>
      <label className={styles.byPlace}>
        <input type="radio" name={name} checked={value === null} onChange={() => onChange(null)} />
        {t('options.colorByPlace')}
      </label>
      {Array.from({ length: OPTION_COLORS }, (_, color) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the colour
          key={color}
          type="radio"
          name={name}
          className={styles.swatch}
          aria-label={t('options.colorOf', { number: color + 1 })}
          checked={value === color}
          onChange={() => onChange(color)}
          style={tintStyle(color)}
        />
      ))}
    </fieldset>
  )
}

interface Entered {
  text: string
  value: string
  into: string | null
  color: number | null
  isLabel?: boolean | undefined
}

/** The other options that have the entered value, which must be free, or the entered text, which need not be. */
function twinsOf(
  others: readonly ShownOption[],
  { text, value, isLabel }: Pick<Entered, 'text' | 'value' | 'isLabel'>,
) {
  const byValue = others.find((other) => other.value === (isLabel ? text : value))
  return { byValue, byText: byValue || isLabel ? undefined : others.find((other) => other.text === text) }
}

/** The change that the form describes; undefined while it is incomplete or changes nothing. */
function changeOf(
  asked: Asked,
  option: ShownOption,
  { text, value, into, color, isLabel }: Entered,
): OptionChange | undefined {
  switch (asked) {
    case 'rename': {
      const to = isLabel ? text : value
      if (to === '' || text === '' || (to === option.value && text === option.text)) return undefined
      const named = { kind: 'rename' as const, value: option.value }
      if (isLabel) return { ...named, to }
      return { ...named, ...(to !== option.value && { to }), ...(text !== option.text && { text }) }
    }
    case 'merge':
      return into === null ? undefined : { kind: 'merge', value: option.value, into }
    case 'retire':
      return { kind: 'retire', value: option.value }
    case 'color':
      return color === (option.color ?? null) ? undefined : { kind: 'color', value: option.value, color }
  }
}
