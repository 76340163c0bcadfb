import { type ComponentType, lazy, useState } from 'react'
import { fetchAhead } from './fetch-ahead.ts'

type LazyPart<Props> = ComponentType<Props> & {
  /** Fetch its code before it is shown. */
  fetch: () => Promise<unknown>
}

/**
 * A component whose code comes after the page's own: when it is first shown (inside a `Suspense`), or ahead of that in a quiet
 * moment. Once the code is there, it is drawn without a pause.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let part: ComponentType<Props> | undefined
  let coming: Promise<ComponentType<Props>> | undefined

  const fetchPart = () => {
    coming ??= load().then((loaded) => {
      part = loaded
      return loaded
    })
    return coming
  }
  fetchAhead(() =>
    fetchPart().catch(() => {
      coming = undefined
    }),
  )

  const Late = lazy(async () => ({ default: await fetchPart() }))

  const Shown = (props: Props) => {
    // What is shown stays what it is: another type of component would begin anew.
    const [Part] = useState(() => part ?? Late)
    return <Part {...props} />
  }
  return Object.assign(Shown, { fetch: fetchPart })
}
