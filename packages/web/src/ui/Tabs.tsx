import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { formatNumber } from '../i18n/index.ts'
import { type Choice, choose } from './RadioGroup.tsx'
import styles from './Tabs.module.css'

/** One tab; `color` is the custom property of its status dot. */
export interface TabItem<Value extends string> extends Choice<Value> {
  /** Shown small after the words; undefined keeps its place empty while it loads. */
  count?: number
  hasCount?: boolean
  color?: string
  panel?: ReactNode
}

interface TabsProps<Value extends string> {
  label: string
  tabs: readonly TabItem<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A row of tabs. With `panel`s it shows the chosen one; without, the page shows what belongs to the value. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <AriaTabs
      className={styles.tabs}
      selectedKey={value}
      onSelectionChange={(key) => choose(tabs, String(key), onChange)}
    >
      <TabList aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <Tab key={tab.value} id={tab.value} isDisabled={tab.isDisabled} className={styles.tab}>
            {tab.color && <i className={styles.dot} style={{ background: `var(${tab.color})` }} />}
            {tab.label}
            {(tab.hasCount || tab.count !== undefined) && (
              <span className={styles.count}>{tab.count === undefined ? '' : formatNumber(tab.count)}</span>
            )}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.value} id={tab.value} className={tab.panel ? styles.panel : styles.noPanel}>
          {tab.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
