import type { OptionChange } from '@postil/contract/options'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../i18n/areas/settings.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlays/Menu.tsx'
import { type Asked, ChangeDialog } from './ChangeDialog.tsx'
import type { OptionChanges, ShownOption } from './use-option-changes.ts'

interface OptionMenuProps {
  option: ShownOption
  /** The offered options, in their order. */
  offered: readonly ShownOption[]
  changes: OptionChanges
  /** The option is a label, whose text is its value: renaming changes both. */
  isLabel?: boolean
  hasColors?: boolean
  /** The option belongs to a ranking, which must contain all options: it can be renamed and moved only. */
  isFixed?: boolean
}

/** The menu of actions on one label or option. */
export function OptionMenu({ option, offered, changes, isLabel, hasColors, isFixed }: OptionMenuProps) {
  const [asked, setAsked] = useState<Asked>()
  const place = offered.findIndex(({ value }) => value === option.value)
  const isOffered = place >= 0
  const others = offered.filter(({ value }) => value !== option.value)
  const make = (change: OptionChange) => void changes.make(change, option.text)
  const move = (to: number) => {
    const order = others.map(({ value }) => value).toSpliced(to, 0, option.value)
    make({ kind: 'reorder', order })
  }
  const label = t('options.menu', { option: option.text })
  return (
    <>
      <Menu
        label={label}
        trigger={
          <IconButton icon={EllipsisVertical} label={label} size="tiny" isDisabled={changes.running !== undefined} />
        }
      >
        <MenuItem onAction={() => setAsked('rename')}>{t('options.rename')}</MenuItem>
        {!isFixed && others.length > 0 && <MenuItem onAction={() => setAsked('merge')}>{t('options.merge')}</MenuItem>}
        {hasColors && <MenuItem onAction={() => setAsked('color')}>{t('options.color')}</MenuItem>}
        {place > 0 && <MenuItem onAction={() => move(place - 1)}>{t('options.earlier')}</MenuItem>}
        {isOffered && place < offered.length - 1 && (
          <MenuItem onAction={() => move(place + 1)}>{t('options.later')}</MenuItem>
        )}
        {!isFixed && <MenuSeparator />}
        {!isFixed && isOffered && <MenuItem onAction={() => setAsked('retire')}>{t('options.retire')}</MenuItem>}
        {!isOffered && (
          <MenuItem onAction={() => make({ kind: 'restore', value: option.value })}>{t('options.restore')}</MenuItem>
        )}
      </Menu>
      {asked && (
        <ChangeDialog
          asked={asked}
          option={option}
          others={others}
          changes={changes}
          isLabel={isLabel}
          isFixed={isFixed}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
