import { afterUse, type LabelUsage, parseUsage } from '@postil/domain/labels/label-usage'
import { readItem, writeItem } from '../ui/browser/stored.ts'

const usages = new Map<string, LabelUsage>()
const keyOf = (owner: string, question: string) => `postil.used.${owner}.${question}`

/** How often each label of a question was used, kept in this browser. @param owner - key of the user and dataset */
export function usageOf(owner: string, question: string): LabelUsage {
  const key = keyOf(owner, question)
  const known = usages.get(key) ?? parseUsage(readItem(key))
  usages.set(key, known)
  return known
}

/** Count the labels of an answer to a question. */
export function noteUse(owner: string, question: string, labels: readonly string[]): void {
  const usage = afterUse(usageOf(owner, question), labels)
  usages.set(keyOf(owner, question), usage)
  writeItem(keyOf(owner, question), JSON.stringify(usage))
}
