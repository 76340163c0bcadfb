import { useRef, useState } from 'react'

/** Error messages by the names of their fields, in the order of the page. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>

/** Shows the errors of a form from its first submission on, and then moves the focus to the first wrong field. */
export function useCheckedForm<Name extends string>(errors: FieldErrors<Name>) {
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const shown: FieldErrors<Name> = isTried ? errors : {}
  /** Returns whether the form can be sent. */
  const check = () => {
    setTried(true)
    const [first] = Object.entries(errors).find(([, words]) => words !== undefined) ?? []
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    return first === undefined
  }
  return { form, errors: shown, check, reset: () => setTried(false) }
}
