import { Check, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  Header,
  MenuSection,
  Popover,
  Separator,
} from 'react-aria-components'
import { type Keys, printKeys } from '../../keyboard/keys.ts'
import { classNames } from '../browser/class-names.ts'
import { type Choice, choose } from '../controls/RadioGroup.tsx'
import { Icon } from '../display/Icon.tsx'
import styles from './Menu.module.css'
import { MenuTrigger, type OpenMenu } from './MenuTrigger.tsx'

interface MenuSheetProps {
  menu: OpenMenu
  label: string
  children: ReactNode
  /** Shown above and below the items; must not contain actions. */
  header?: ReactNode
  footer?: ReactNode
  placement?: 'bottom start' | 'bottom end'
}

/** The menu of a `MenuTrigger`. Arrow keys move, letters jump; Escape, a click outside and losing the focus close it. */
export function MenuSheet({ menu, label, children, header, footer, placement = 'bottom end' }: MenuSheetProps) {
  return (
    <Popover
      trigger="MenuTrigger"
      triggerRef={menu.anchor}
      isOpen={menu.state.isOpen}
      onOpenChange={(isOpen) => !isOpen && menu.state.close()}
      className={styles.popover}
      placement={placement}
      offset={6}
      aria-label={label}
    >
      {header && <div className={styles.header}>{header}</div>}
      <AriaMenu {...menu.list} className={styles.list} aria-label={label}>
        {children}
      </AriaMenu>
      {footer && <div className={styles.footer}>{footer}</div>}
    </Popover>
  )
}

/** Actions behind a button. */
export function Menu({ trigger, ...sheet }: Omit<MenuSheetProps, 'menu'> & { trigger: ReactNode }) {
  return <MenuTrigger trigger={trigger}>{(menu) => <MenuSheet {...sheet} menu={menu} />}</MenuTrigger>
}

interface MenuItemProps {
  children: string
  icon?: LucideIcon
  keys?: Keys
  onAction?: () => void
  /** A URL to navigate to instead of an action. */
  href?: string
  target?: '_blank'
  isDanger?: boolean
  isDisabled?: boolean
}

/** One action of a menu. */
export function MenuItem({ children, icon, keys, isDanger, ...rest }: MenuItemProps) {
  return (
    <AriaMenuItem {...rest} textValue={children} className={classNames(styles.item, isDanger && styles.danger)}>
      {icon && <Icon icon={icon} />}
      <span className={styles.words}>{children}</span>
      {keys && (
        <span className={styles.keys} aria-hidden="true">
          {printKeys(keys)}
        </span>
      )}
    </AriaMenuItem>
  )
}

/** A line between groups of items. */
export function MenuSeparator() {
  return <Separator className={styles.separator} />
}

interface MenuChoicesProps<Value extends string> {
  label: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** One out of a few inside a menu; choosing keeps the menu open. */
export function MenuChoices<Value extends string>({ label, choices, value, onChange }: MenuChoicesProps<Value>) {
  return (
    <MenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      shouldCloseOnSelect={false}
      onSelectionChange={(keys) => {
        for (const key of keys) choose(choices, String(key), onChange)
      }}
    >
      <Header className={styles.heading}>{label}</Header>
      {choices.map((choice) => (
        <AriaMenuItem key={choice.value} id={choice.value} className={styles.item} textValue={choice.value}>
          {({ isSelected }) => (
            <>
              <span className={styles.words}>{choice.label}</span>
              {isSelected && <Icon icon={Check} />}
            </>
          )}
        </AriaMenuItem>
      ))}
    </MenuSection>
  )
}
