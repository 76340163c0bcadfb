import { isClassicName } from '@postil/importing/classic/plan'
import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/areas/importing.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import type { MyWorkspace } from '../engine/my-workspaces.ts'
import type { ImportTo } from '../import-state.ts'
import { Section } from './Section.tsx'
import styles from './sections.module.css'

type NewTo = Extract<ImportTo, { kind: 'new' }>

interface ClassicPlaceSectionProps {
  to: NewTo
  workspaces: readonly MyWorkspace[]
  nameError: string | undefined
  onTo: (to: NewTo) => void
}

/** Name and workspace of a classic dataset. Its name is part of its URL, so fewer characters are allowed. */
export function ClassicPlaceSection({ to, workspaces, nameError, onTo }: ClassicPlaceSectionProps) {
  // Refused by the server: the field to correct is far below the visible part of the page.
  const nameBox = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (nameError !== undefined) nameBox.current?.focus()
  }, [nameError])
  const isBad = to.name !== '' && !isClassicName(to.name)
  return (
    <Section title={t('import.place')}>
      <div className={`${styles.sections} ${styles.row}`}>
        <TextField
          label={t('import.name')}
          value={to.name}
          onChange={(name) => onTo({ ...to, name })}
          description={t('import.classicNameHelp')}
          ref={nameBox}
          error={nameError ?? (isBad ? t('import.classicNameBad') : undefined)}
        />
        <Select
          label={t('import.workspace')}
          choices={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          value={to.workspaceId}
          onChange={(workspaceId) => onTo({ ...to, workspaceId })}
        />
      </div>
    </Section>
  )
}
