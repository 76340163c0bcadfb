import { type FormEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/controls/Button.tsx'
import styles from './EntryFrame.module.css'
import { useSession } from './session.ts'
import { type FieldErrors, useCheckedForm } from './use-checked-form.ts'

interface EntryFormProps<Name extends string> {
  password: string
  errors: FieldErrors<Name>
  /** Creates the account or sets its password; returns its username. */
  send: () => Promise<string>
  /** The message for a failure of `send`. */
  wordsFor: (cause: unknown) => string
  onEntered?: () => void
  /** The label of the button. */
  label: string
  pendingLabel: string
  /** The fields, given the errors to show. */
  children: (errors: FieldErrors<Name>) => ReactNode
}

/** A form that creates an account or sets its password, then signs in and opens the list of datasets. */
export function EntryForm<Name extends string>(props: EntryFormProps<Name>) {
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { form, errors, check } = useCheckedForm(props.errors)
  const navigate = useNavigate()
  const { signIn } = useSession()

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !check()) return
    setPending(true)
    setFailure(undefined)
    try {
      const username = await props.send()
      // The account exists from here on. If signing in fails, the guard of the next page shows the login page.
      await signIn(username, props.password).catch(() => undefined)
      void navigate('/datasets', { replace: true })
      props.onEntered?.()
    } catch (cause) {
      setFailure(props.wordsFor(cause))
      setPending(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate ref={form}>
      {props.children(errors)}
      <p className={styles.error} role="alert">
        {failure}
      </p>
      <Button type="submit" variant="primary" isPending={isPending} className={styles.submit}>
        {isPending ? props.pendingLabel : props.label}
      </Button>
    </form>
  )
}
