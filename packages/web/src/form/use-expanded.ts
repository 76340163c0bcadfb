import { useState } from 'react'
import { readItem, writeItem } from '../ui/browser/stored.ts'

/** Whether all options of a question are shown: remembered per dataset and question, across records and visits. */
export function useExpanded(datasetId: string, question: string): [boolean, (isExpanded: boolean) => void] {
  const key = `postil.expanded.${datasetId}.${question}`
  const [isExpanded, setExpanded] = useState(() => readItem(key) === '1')
  const change = (next: boolean) => {
    setExpanded(next)
    writeItem(key, next ? '1' : undefined)
  }
  return [isExpanded, change]
}
