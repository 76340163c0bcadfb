import { useEffect, useMemo, useState } from 'react'
import type { FindRanges } from '../record/record-parts.ts'
import { fetchAhead } from '../ui/loading/fetch-ahead.ts'
import type { TextQuery } from './query.ts'

fetchAhead(() => import('./highlighter.ts'))

type Make = typeof import('./highlighter.ts').makeHighlighter
let loaded: Make | undefined

/** Marks the matches of a query; undefined without a query and while its code loads. */
export function useHighlighter(
  text: TextQuery | undefined,
  fields: readonly { name: string }[] | undefined,
): FindRanges | undefined {
  const [make, setMake] = useState<Make | undefined>(() => loaded)
  const isWanted = text !== undefined
  useEffect(() => {
    if (!isWanted || make) return
    let isCurrent = true
    void import('./highlighter.ts').then((module) => {
      loaded = module.makeHighlighter
      if (isCurrent) setMake(() => module.makeHighlighter)
    })
    return () => {
      isCurrent = false
    }
  }, [isWanted, make])

  const q = text?.q
  const field = text?.field
  return useMemo(
    () =>
      make && q !== undefined && fields
        ? make(
            { q, field },
            fields.map(({ name }) => name),
          )
        : undefined,
    [make, q, field, fields],
  )
}
