import type { Json } from '@postil/contract/shapes'
import { sliceByCodePoints } from '@postil/domain/spans/code-points'
import type { ImportPlan } from './plan'

/** Display text of a cell. Spans are shown as the marked words rather than as offsets. */
export function cellWords(plan: ImportPlan, cells: readonly (Json | undefined)[], index: number): string {
  const cell = cells[index]
  if (cell === undefined || cell === null) return ''
  if (typeof cell === 'string') return cell
  const text = markedText(plan, cells, index)
  const words = text !== undefined && Array.isArray(cell) ? cell.map((mark) => markWords(mark, text)) : [undefined]
  return words.every((one) => one !== undefined) ? words.join(', ') : JSON.stringify(cell)
}

function markWords(mark: Json, text: string): string | undefined {
  if (typeof mark !== 'object' || mark === null || Array.isArray(mark)) return undefined
  const { label, start, end } = mark
  if (typeof label !== 'string' || typeof start !== 'number' || typeof end !== 'number') return undefined
  const marked = sliceByCodePoints(text, start, end)
  return marked === '' ? undefined : `${marked} (${label})`
}

// The text in the same row to which the spans refer.
function markedText(plan: ImportPlan, cells: readonly (Json | undefined)[], index: number): string | undefined {
  const use = plan.columns[index]?.use
  if (use?.kind !== 'suggestion' && use?.kind !== 'answer') return undefined
  const settings = (plan.fixed?.questions ?? plan.questions).find(({ name }) => name === use.question)?.settings
  if (settings?.type !== 'span') return undefined
  const at = plan.columns.findIndex((column) => column.use.kind === 'field' && column.use.name === settings.field)
  const text = cells[at]
  return typeof text === 'string' ? text : undefined
}
