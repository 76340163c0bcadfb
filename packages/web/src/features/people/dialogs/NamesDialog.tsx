import { fullNameOf } from '@postil/domain/people/full-name'
import { useState } from 'react'
import { type Person, setNames } from '../../../api/account/people.ts'
import { t } from '../../../i18n/areas/team/people.ts'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'
import { useSession } from '../../session/session.ts'
import styles from '../people.module.css'
import { useChange } from '../use-people.ts'

type Names = Pick<Person, 'first_name' | 'last_name'>

/** Changes somebody's first and last name. */
export function NamesDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id, first_name, last_name, username } = person
  const [first, setFirst] = useState(first_name)
  const [last, setLast] = useState(last_name ?? '')
  const [isTried, setTried] = useState(false)
  const { user, retry } = useSession()
  // The header shows one's own name.
  const refresh = () => id === user?.id && retry()
  const run = (names: Names) => setNames(id, names)
  const messageOf = (names: Names) => t('people.names.changed', { username, name: fullNameOf(names) })
  const back = useChange<Names>({ run, message: messageOf, onDone: refresh })
  const change = useChange<Names>({
    run,
    message: messageOf,
    undo: () => back.mutate({ first_name, last_name }),
    onDone: () => {
      refresh()
      onClose()
    },
  })
  const names = { first_name: first.trim(), last_name: last.trim() || null }
  const submit = () => {
    setTried(true)
    if (names.first_name === '') return
    if (names.first_name === first_name && names.last_name === last_name) onClose()
    else change.mutate(names)
  }
  return (
    <FormDialog
      title={t('people.names.title', { username })}
      action={t('people.names.save')}
      isPending={change.isPending}
      onSubmit={submit}
      onClose={onClose}
      className={styles.form}
    >
      <TextField
        label={t('people.names.first')}
        value={first}
        onChange={setFirst}
        error={isTried && names.first_name === '' ? t('people.names.missing') : undefined}
        autoComplete="off"
        autoFocus
      />
      <TextField label={t('people.names.last')} need="optional" value={last} onChange={setLast} autoComplete="off" />
    </FormDialog>
  )
}
